"""The table of rights, cell by cell: what a viewer, a scorer, an umpire and whoever runs the desk may do."""

from collections.abc import Callable, Iterator

import httpx
import pytest

from carreau.desk import Settings, Store
from carreau.sports import Json
from tests.desk.desks import DRAW, SETUP, Bench, Phone, bench_on, end
from tests.desk.test_safety import act, let_in

ROLES = ("viewer", "scorer", "umpire", "desk")
UMPIRED: Json = {**SETUP, "umpire": True}
ALONE: Json = {**SETUP, "umpire": False}
CARD: Json = {"kind": "CardShown", "card": "yellow", "player": "A1", "offence": "circle"}
RULING: Json = {"kind": "Ruled", "outcome": "note", "note": "the end is replayed"}
OVER = (DRAW, end("A", 6), end("A", 6), end("A", 1))


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    """A desk with a PIN, so that somebody can run it who does not score."""
    store = Store(f"sqlite:///{tmp_path_factory.mktemp('rights') / 'desk.sqlite'}", durable=False).open()
    with bench_on(store, Settings(examples=False, rates=False, pin="1")) as made:
        yield made
    RUNNERS.clear()
    store.close()


RUNNERS: dict[str, Phone] = {}


def runner(bench: Bench, name: str = "begins") -> Phone:
    """A phone that runs the desk: it knows the PIN."""
    if name not in RUNNERS:
        made = RUNNERS[name] = bench.phone()
        assert made.http.post("/api/pin", json={"device": made.device, "pin": "1"}).status_code == 200
    phone = Phone(RUNNERS[name].http)
    phone.device = RUNNERS[name].device
    return phone


def cast(bench: Bench, role: str, setup: Json, *facts: Json) -> Phone:
    """A phone in a role, in a game of its own that somebody else has begun and entered these facts in."""
    owner = runner(bench)
    assert owner.begin(setup).status_code == 201
    umpire = let_in(bench, owner, "umpire")
    assert umpire.enter(*facts).status_code == 200
    match role:
        case "viewer":
            phone = bench.phone()
        case "scorer":
            phone = let_in(bench, owner)
        case "umpire":
            phone = umpire
        case _:
            phone = runner(bench, "runs")
    return phone.at(owner.game)


def entered(phone: Phone, fact: Json, **more: object) -> bool:
    """May it be entered? A refusal is one of rights, and stores nothing."""
    before = phone.look()["head"]
    reply = phone.enter(fact, **more)
    if reply.status_code == 200:
        return True
    assert reply.status_code == 403 or reply.json()["why"] == "no_right", reply.text
    assert phone.look()["head"] == before
    return False


def cells(*may: bool) -> list[tuple[str, bool]]:
    """A row of the table."""
    return list(zip(ROLES, may, strict=True))


@pytest.mark.parametrize(("role", "may"), cells(True, True, True, True))
def test_read_the_board_and_the_story(bench: Bench, role: str, may: bool) -> None:
    phone = cast(bench, role, UMPIRED, DRAW)
    for path in ("", "/entries/1", "/record"):
        assert (phone.http.get(f"/api/games/{phone.game}{path}").status_code == 200) is may


@pytest.mark.parametrize("fact", [end("A", 1), {"kind": "Noted", "text": "rain"}], ids=["an end", "a note"])
@pytest.mark.parametrize(("role", "may"), cells(False, True, True, True))
def test_record_play_and_notes(bench: Bench, role: str, may: bool, fact: Json) -> None:
    assert entered(cast(bench, role, UMPIRED, DRAW), fact) is may


@pytest.mark.parametrize(("role", "may"), cells(False, True, True, True))
def test_choose_for_a_team(bench: Bench, role: str, may: bool) -> None:
    moved = {"object": "jack", "marked": True, "stopped": {"by": "player", "side": "A"}}
    phone = cast(
        bench,
        role,
        {**UMPIRED, "detail": "boules"},
        DRAW,
        {"kind": "JackThrown", "side": "A", "marked": True},
        {"kind": "BouleThrown", "side": "A", "holds": "A"},
        {"kind": "BouleThrown", "side": "B", "how": "shot", "moved": [moved], "holds": "B"},
    )
    assert entered(phone, {"kind": "Chosen", "choice": "leave"}, by="B") is may


@pytest.mark.parametrize(("role", "may"), cells(False, True, True, True))
def test_undo_in_the_open_end(bench: Bench, role: str, may: bool) -> None:
    phone = cast(bench, role, UMPIRED, DRAW, end("A", 3))
    assert entered(phone, {"kind": "Undone", "seqs": [2]}) is may


AGREED = {"kind": "Corrected", "changes": [{"seq": 2, "facts": [end("A", 2)]}]}


@pytest.mark.parametrize(("role", "may"), cells(False, False, True, False))
def test_change_an_agreed_end(bench: Bench, role: str, may: bool) -> None:
    assert entered(cast(bench, role, UMPIRED, DRAW, end("A", 3), end("B", 1)), AGREED) is may


@pytest.mark.parametrize(("role", "may"), cells(False, True, True, False))
def test_change_an_agreed_end_when_both_teams_agree(bench: Bench, role: str, may: bool) -> None:
    phone = cast(bench, role, UMPIRED, DRAW, end("A", 3), end("B", 1))
    assert entered(phone, AGREED, both_agree=True) is may


@pytest.mark.parametrize(("role", "may"), cells(False, True, True, True))
def test_without_an_umpire_both_teams_agree_through_the_desk_too(bench: Bench, role: str, may: bool) -> None:
    phone = cast(bench, role, ALONE, DRAW, end("A", 3), end("B", 1))
    assert entered(phone, AGREED, both_agree=True) is may


@pytest.mark.parametrize("fact", [CARD, RULING], ids=["card", "ruling"])
@pytest.mark.parametrize(("role", "may"), cells(False, False, True, False))
def test_cards_and_rulings(bench: Bench, role: str, may: bool, fact: Json) -> None:
    own = "umpire" if role == "umpire" else "scorer"
    assert entered(cast(bench, role, UMPIRED, DRAW), fact, by=own) is may


@pytest.mark.parametrize("fact", [CARD, RULING], ids=["card", "ruling"])
@pytest.mark.parametrize(("role", "may"), cells(False, True, True, False))
def test_cards_and_rulings_when_the_umpire_said_so(bench: Bench, role: str, may: bool, fact: Json) -> None:
    assert entered(cast(bench, role, UMPIRED, DRAW), fact, by="umpire") is may


@pytest.mark.parametrize(("role", "may"), cells(False, False, True, False))
@pytest.mark.parametrize("agree", [False, True])
def test_after_the_result_the_umpire_corrects(bench: Bench, role: str, may: bool, agree: bool) -> None:
    closed = {"kind": "ResultAgreed"}
    phone = cast(bench, role, UMPIRED, *OVER)
    umpire = phone if role == "umpire" else None
    if umpire is None:
        umpire = let_in(bench, runner(bench).at(phone.game), "umpire")
    assert umpire.enter(closed).status_code == 200
    phone.at(phone.game)
    assert (
        entered(phone, {"kind": "Corrected", "changes": [{"seq": 4, "facts": [end("A", 2)]}]}, both_agree=agree) is may
    )


# --- what is no fact -------------------------------------------------------------------------------------

Doing = Callable[[Phone], httpx.Response]
KEYS: tuple[tuple[str, Doing, tuple[bool, ...]], ...] = (
    ("let a scorer in", lambda p: act(p, "invitations", role="scorer"), (False, True, True, True)),
    ("let an umpire in", lambda p: act(p, "invitations", role="umpire"), (False, False, True, True)),
    ("let in who runs the desk", lambda p: act(p, "invitations", role="desk"), (False, False, True, True)),
    ("new keys", lambda p: act(p, "rotate"), (False, False, True, True)),
    ("public or not", lambda p: act(p, "privacy", public=False), (False, False, True, True)),
    ("names", lambda p: act(p, "privacy", names="shown"), (False, False, True, True)),
    ("see who writes", lambda p: p.http.get(f"/api/games/{p.game}/devices"), (False, True, True, True)),
    ("see who did what", lambda p: p.http.get(f"/api/games/{p.game}/audit"), (False, False, True, True)),
    ("take names away", lambda p: act(p, "erase"), (False, False, False, True)),
    ("delete", lambda p: act(p, "delete", confirm=p.game), (False, False, False, True)),
)


@pytest.mark.parametrize("done", [False, True], ids=["under way", "after the result"])
@pytest.mark.parametrize(("what", "doing", "may"), KEYS, ids=[what for what, _, _ in KEYS])
@pytest.mark.parametrize("role", ROLES)
def test_keys_devices_and_what_is_public(
    bench: Bench, role: str, what: str, doing: Doing, may: tuple[bool, ...], done: bool
) -> None:
    phone = cast(bench, role, UMPIRED, *(OVER if done else (DRAW,)))
    reply = doing(phone)
    assert (reply.status_code in (200, 201)) is dict(cells(*may))[role], f"{what}: {reply.text}"
    assert reply.status_code in (200, 201, 403)
