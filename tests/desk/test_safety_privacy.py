"""What the public sees of a game and what not, names that go, games that are deleted, who did what."""

import json
import re
from collections.abc import Iterator

import pytest
from sqlalchemy import text

from carreau.desk import Settings, Store
from carreau.desk.audit import ADDRESS_MS, HOUR_MS, KEPT_MS
from carreau.desk.rooms import SHOWN_MS
from carreau.desk.store import Lost
from carreau.sports import Json
from tests.desk.desks import DRAW, SETUP, Bench, Phone, bench_on, end
from tests.desk.test_safety import act, let_in

NAMES = {"A1": "Zoë Petit", "B1": "Ben Roux"}
TEAMS: Json = {**SETUP, "umpire": True, "sides": {"A": {"name": "Les Lilas"}, "B": {"name": "Vieux-Port"}}}
NOTE: Json = {"kind": "Noted", "text": "Zoë Petit feels unwell"}
CARD: Json = {"kind": "CardShown", "card": "yellow", "player": "A1", "offence": "circle"}
WON = (end("A", 6), end("A", 6), end("A", 1))
OF_A_GAME = ("/api/games/{}", "/api/games/{}/entries/3", "/g/{}", "/g/{}/story", "/tv/{}", "/api/games/{}/record")
PUBLIC = (*OF_A_GAME, "/api/games", "/tv")


@pytest.fixture
def bench(store: Store) -> Iterator[Bench]:
    """A desk where only those write who have been let in."""
    with bench_on(store, Settings(examples=False, rates=False)) as made:
        yield made


def begun(bench: Bench, setup: Json | None = None, **more: object) -> Phone:
    """A game with names, a card and a note."""
    owner = bench.phone()
    assert owner.begin(setup or TEAMS, people=NAMES, **more).status_code == 201
    umpire = let_in(bench, owner, "umpire")
    assert umpire.enter(DRAW, by="scorer").status_code == 200
    assert umpire.enter(CARD, by="umpire").status_code == 200
    assert umpire.enter(NOTE).status_code == 200
    return owner.at(owner.game)


def seen(bench: Bench, game: str) -> str:
    """Everything that a stranger can read of a game."""
    stranger = bench.phone()
    return "\n".join(stranger.http.get(path.format(game)).text for path in PUBLIC)


def test_the_public_reads_the_teams_and_no_player(bench: Bench) -> None:
    owner = begun(bench)
    public = seen(bench, owner.game)
    assert "Les Lilas" in public
    assert "Ben Roux" not in public
    assert owner.look()["view"]["players"] == NAMES, "who writes sees them"


def test_players_are_named_where_somebody_has_chosen_so(bench: Bench) -> None:
    assert "Ben Roux" in seen(bench, begun(bench, names="shown").game)
    owner = begun(bench)
    assert act(owner, "privacy", names="shown").json()["names"] == "shown"
    assert "Ben Roux" in seen(bench, owner.game)
    act(owner, "privacy", names="teams")
    assert "Ben Roux" not in seen(bench, owner.game)


@pytest.mark.parametrize(
    ("setup", "names"),
    [
        (TEAMS, "hidden"),
        ({**TEAMS, "category": "younger"}, "shown"),
        ({**TEAMS, "category": "cadets"}, "shown"),
        ({**TEAMS, "category": "juniors"}, "shown"),
        ({**TEAMS, "sides": {"A": {"players": [{"id": "A1", "age": 17}]}}}, "shown"),
    ],
)
def test_of_minors_the_public_reads_no_name_no_card_by_name_and_no_note(bench: Bench, setup: Json, names: str) -> None:
    owner = begun(bench, setup, names=names)
    public = seen(bench, owner.game)
    assert "Petit" not in public
    assert "Roux" not in public
    assert "unwell" not in public
    assert owner.look()["view"]["players"] == NAMES
    assert "unwell" in json.dumps(owner.look()["story"], ensure_ascii=False)
    assert bench.phone().http.get(f"/api/games/{owner.game}/record").status_code == 403
    assert "unwell" in owner.http.get(f"/api/games/{owner.game}/record").text


def test_of_grown_ups_the_choice_counts(bench: Bench) -> None:
    setup = {**TEAMS, "sides": {"A": {"players": [{"id": "A1", "age": 18}]}}}
    assert "Ben Roux" in seen(bench, begun(bench, setup, names="shown").game)


def test_a_game_that_is_not_public(bench: Bench) -> None:
    owner, stranger = begun(bench), bench.phone()
    act(owner, "privacy", public=False)
    for path in PUBLIC:
        reply = stranger.http.get(path.format(owner.game))
        assert reply.status_code == (403 if "{" in path else 200)
        assert "Les Lilas" not in reply.text
    for path in OF_A_GAME:
        assert owner.http.get(path.format(owner.game)).status_code == 200
    assert "Les Lilas" in owner.http.get("/api/games").text, "whoever writes finds it"
    anna = let_in(bench, owner)
    assert anna.look()["me"]["role"] == "scorer"


def test_thirty_days_after_the_result_the_page_closes(bench: Bench) -> None:
    owner, stranger = begun(bench), bench.phone()
    assert owner.enter(*WON).status_code == 200
    bench.time.pass_ms(SHOWN_MS)
    assert stranger.http.get(f"/g/{owner.game}").status_code == 200
    bench.time.pass_ms(1)
    assert stranger.http.get(f"/g/{owner.game}").status_code == 403
    assert owner.look()["view"]["winner"] == "A"


def test_a_game_under_way_stays(bench: Bench) -> None:
    owner = begun(bench)
    bench.time.pass_ms(2 * SHOWN_MS)
    assert bench.phone().http.get(f"/g/{owner.game}").status_code == 200


@pytest.mark.parametrize("path", ["/", "/g/{}", "/api/games/{}", "/tv/{}", "/api/games/{}/record"])
def test_nobody_is_to_list_it(bench: Bench, path: str) -> None:
    owner = begun(bench)
    assert owner.http.get(path.format(owner.game)).headers["x-robots-tag"] == "noindex"


# --- taking away ---------------------------------------------------------------------------------------


def ruled(state: Json) -> list[str]:
    """What was ruled."""
    return [ruling["key"] for line in state["story"] for ruling in line["rulings"]]


def test_names_are_erased_for_good(bench: Bench) -> None:
    owner = begun(bench, names="shown")
    before = owner.look()
    assert act(owner, "erase", players=["A1"]).json() == {"id": owner.game, "erased": ["A1"]}
    assert owner.look()["view"]["players"] == {"B1": "Ben Roux"}
    assert act(owner, "erase", players=["A1"]).status_code == 422
    assert act(owner, "erase").json()["erased"] == ["B1"]
    with bench.store.reading() as db:
        kept = str(db.execute(text("SELECT people FROM games")).all())
    assert "Zoë" not in kept
    assert "Roux" not in kept
    after = owner.look()
    assert ruled(after) == ruled(before)
    acts = owner.http.get(f"/api/games/{owner.game}/audit").json()["acts"]
    assert [(one["act"], one["detail"], one["role"]) for one in acts][-2:] == [
        ("names_erased", "A1", "desk"),
        ("names_erased", "B1", "desk"),
    ]


def test_the_mark_of_a_log_stays_when_names_go(bench: Bench) -> None:
    owner = begun(bench)
    marks = [owner.http.get(f"/api/games/{owner.game}/record").headers["x-carreau-mark"]]
    act(owner, "erase")
    marks.append(owner.http.get(f"/api/games/{owner.game}/record").headers["x-carreau-mark"])
    assert marks[0] == marks[1]
    assert re.fullmatch("[0-9a-f]{16}", marks[0])
    owner.enter(end("A", 1))
    assert owner.http.get(f"/api/games/{owner.game}/record").headers["x-carreau-mark"] != marks[0]


def test_a_deleted_game_is_gone_with_its_log(bench: Bench) -> None:
    owner, other = begun(bench), begun(bench)
    assert act(owner, "delete", confirm=other.game).status_code == 422
    assert act(owner, "delete", confirm=owner.game).status_code == 200
    assert owner.http.get(f"/api/games/{owner.game}").status_code == 404
    assert owner.send(owner.proposal(end("A", 1))).status_code == 404
    assert (bench.store.log(owner.game), bench.store.log(other.game)[0] != []) == (([], []), True)
    assert [game["id"] for game in owner.http.get("/api/games").json()["games"]] == [other.game]
    with bench.store.reading() as db:
        grants = db.execute(text("SELECT count(*) FROM grants WHERE game = :game"), {"game": owner.game}).scalar()
    assert grants == 0


@pytest.mark.parametrize("act", ["DELETE FROM events", "DELETE FROM confirmations", "UPDATE events SET line = ''"])
def test_the_log_of_a_game_that_stands_loses_nothing(bench: Bench, act: str) -> None:
    owner = begun(bench)
    umpire = let_in(bench, owner)
    owner.enter(end("A", 1))
    umpire.seen = 3
    umpire.enter(end("A", 1))
    before = bench.store.log(owner.game)
    assert before[1], "something was entered twice"
    with pytest.raises(Lost, match="appended"), bench.store.writing() as db:
        db.execute(text(act))
    assert bench.store.log(owner.game) == before


# --- asking and knowing ----------------------------------------------------------------------------------


def test_anybody_asks_the_desk_to_be_hidden(bench: Bench) -> None:
    owner, stranger = begun(bench), bench.phone()
    assert act(stranger.at(owner.game), "hide", say="B1 of Les Lilas, please").status_code == 202
    asked = owner.http.get(f"/api/games/{owner.game}/privacy").json()["asked"]
    assert [one["say"] for one in asked] == ["B1 of Les Lilas, please"]
    assert act(stranger, "hide", say="x" * 501).status_code == 422
    assert act(stranger, "hide", say=" ").status_code == 422


def test_anybody_asks_without_a_script(bench: Bench) -> None:
    owner, stranger = begun(bench), bench.phone()
    place = f"/g/{owner.game}/hide"
    page = stranger.http.get(place)
    token = re.search(r'name="token" value="([^"]+)"', page.text)
    assert token is not None
    kind = {"Content-Type": "application/x-www-form-urlencoded", "X-Carreau": ""}
    sent = stranger.http.post(place, data={"token": token[1], "say": "me"}, headers=kind)
    assert sent.status_code == 200
    assert 'role="status"' in sent.text
    other = bench.phone()
    assert other.http.post(place, data={"token": token[1], "say": "me"}, headers=kind).status_code == 403
    assert stranger.http.post(place, data={"token": "x", "say": "me"}, headers=kind).status_code == 403
    there = f"/g/{begun(bench).game}/hide"
    assert stranger.http.post(there, data={"token": token[1], "say": "x"}, headers=kind).status_code == 403
    assert len(owner.http.get(f"/api/games/{owner.game}/privacy").json()["asked"]) == 1


def test_who_did_what(bench: Bench) -> None:
    owner = begun(bench)
    owner.http.get(f"/api/games/{owner.game}/record")
    owner.enter({"kind": "Undone", "seqs": [3]})
    found = owner.http.get(f"/api/games/{owner.game}/audit").json()
    assert [one["act"] for one in found["acts"]] == ["invited", "joined", "exported"]
    assert {one["address"] for one in found["acts"]} == {"203.0.113.1"}
    assert [(one["seq"], one["role"], one["changes"]) for one in found["entries"]][-2:] == [
        (3, "umpire", False),
        (4, "scorer", True),
    ]
    assert owner.device not in str(found)


def test_what_is_old_is_forgotten(bench: Bench) -> None:
    owner = begun(bench)
    audit = f"/api/games/{owner.game}/audit"
    bench.time.pass_ms(ADDRESS_MS + HOUR_MS)
    owner.http.get(f"/api/games/{owner.game}/record")
    first = owner.http.get(audit).json()["acts"]
    assert [one["address"] for one in first] == [None, None, "203.0.113.1"]
    bench.time.pass_ms(KEPT_MS + 1)
    owner.http.get(f"/api/games/{owner.game}/record")
    assert [one["act"] for one in owner.http.get(audit).json()["acts"]] == ["exported"]
