"""Letting somebody in and sending them away: keys, digits, the desk's own PIN, cookies."""

from collections.abc import Iterator

import httpx
import pytest

from carreau.desk import Settings, Store
from carreau.desk.invitations import MOST_MISSES, TEN_MINUTES_MS
from carreau.desk.people import new_id
from carreau.sports import Json
from tests.desk.desks import DRAW, Bench, Phone, bench_on, end


@pytest.fixture
def strict(store: Store) -> Iterator[Bench]:
    """A desk where only those write who have been let in."""
    with bench_on(store, Settings(examples=False)) as made:
        yield made


@pytest.fixture
def owner(strict: Bench) -> Phone:
    """The phone that began a game."""
    return strict.game(DRAW)


def invited(by: Phone, role: str = "scorer") -> Json:
    """An invitation."""
    reply = by.http.post(f"/api/games/{by.game}/invitations", json={"role": role})
    assert reply.status_code == 201, reply.text
    found: Json = reply.json()
    return found


def joined(phone: Phone, game: str, **by: str) -> httpx.Response:
    """Come in."""
    phone.game = game
    return phone.http.post(f"/api/games/{game}/join", json={"device": phone.device, **by})


def let_in(strict: Bench, by: Phone, role: str = "scorer", name: str = "") -> Phone:
    """A phone with a role."""
    phone = strict.phone()
    assert joined(phone, by.game, key=invited(by, role)["key"], name=name).status_code == 200
    return phone.at(by.game)


def act(phone: Phone, what: str, **more: object) -> httpx.Response:
    """Do something with a game."""
    return phone.http.post(f"/api/games/{phone.game}/{what}", json=more)


def devices(phone: Phone) -> list[Json]:
    """Who may write."""
    found: list[Json] = phone.http.get(f"/api/games/{phone.game}/devices").json()["devices"]
    return found


# --- coming in -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("by", ["key", "digits"])
def test_somebody_is_let_in(strict: Bench, owner: Phone, by: str) -> None:
    anna = strict.phone()
    shown = invited(owner)
    assert joined(anna, owner.game, **{by: shown[by]}, name="Anna").json()["role"] == "scorer"
    assert anna.at(owner.game).enter(end("A", 3)).status_code == 200
    assert strict.store.log(owner.game)[0][2].name == "Anna"
    assert [(d["name"], d["me"]) for d in devices(owner) if not d["me"]] == [("Anna", False)]


def test_a_key_stands_where_no_server_reads_it(owner: Phone) -> None:
    shown = invited(owner)
    address, _, fragment = shown["url"].partition("#")
    assert address == f"http://desk.test/j/{owner.game}"
    assert fragment == shown["key"]
    assert len(shown["key"].partition(".")[2]) * 5 == 100


def test_only_digests_are_kept(strict: Bench, owner: Phone) -> None:
    shown = invited(owner)
    with strict.store.reading() as db:
        kept = str(db.exec_driver_sql("SELECT * FROM invitations").all())
    assert shown["digits"] not in kept
    assert shown["key"].partition(".")[2] not in kept


@pytest.mark.parametrize("by", ["key", "digits"])
def test_an_invitation_is_for_one(strict: Bench, owner: Phone, by: str) -> None:
    shown = invited(owner)
    first, second = strict.phone(), strict.phone()
    assert joined(first, owner.game, **{by: shown[by]}).status_code == 200
    assert joined(first, owner.game, **{by: shown[by]}).status_code == 200, "an answer that got lost"
    assert joined(second, owner.game, **{by: shown[by]}).status_code in (403, 410)
    assert len(devices(owner)) == 2


@pytest.mark.parametrize(("by", "status"), [("key", 410), ("digits", 403)])
def test_ten_minutes(strict: Bench, owner: Phone, by: str, status: int) -> None:
    shown = invited(owner)
    strict.time.pass_ms(TEN_MINUTES_MS - 1)
    other = invited(owner)
    strict.time.pass_ms(1)
    assert joined(strict.phone(), owner.game, **{by: shown[by]}).status_code == status
    assert joined(strict.phone(), owner.game, **{by: other[by]}).status_code == 200


def test_a_key_opens_no_other_game(strict: Bench, owner: Phone) -> None:
    shown = invited(owner)
    elsewhere = strict.game(DRAW)
    for by in ("key", "digits"):
        assert joined(strict.phone(), elsewhere.game, **{by: shown[by]}).status_code == 403


def test_the_role_is_that_of_the_invitation(strict: Bench, owner: Phone) -> None:
    """Another letter before the key changes nothing."""
    key = invited(owner)["key"]
    anna = strict.phone()
    assert joined(anna, owner.game, key=key.replace("s.", "u.")).json()["role"] == "scorer"


def test_who_may_let_in_whom(strict: Bench, owner: Phone) -> None:
    umpire, anna = let_in(strict, owner, "umpire"), let_in(strict, owner)
    assert act(anna, "invitations", role="scorer").status_code == 201
    assert act(anna, "invitations", role="umpire").status_code == 403
    assert act(anna, "invitations", role="desk").status_code == 403
    assert act(umpire, "invitations", role="desk").status_code == 201
    viewer = strict.phone().at(owner.game)
    assert act(viewer, "invitations", role="scorer").status_code == 403


def test_five_wrong_codes_from_one_address(store: Store) -> None:
    with bench_on(store, Settings(examples=False)) as bench:
        owner = bench.game(DRAW)
        shown, guesser = invited(owner), bench.phone()
        wrong = "000000" if shown["digits"] != "000000" else "000001"
        assert [joined(guesser, owner.game, digits=wrong).status_code for _ in range(6)] == [403] * 5 + [429]
        late = joined(guesser, owner.game, digits=shown["digits"])
        assert (late.status_code, late.json()["error"]) == (429, "too_often")
        assert 0 < int(late.headers["retry-after"]) <= 600


def test_twenty_wrong_codes_in_a_game(store: Store) -> None:
    """Whoever has many addresses has twenty guesses in a million; the person beside asks for a fresh number."""
    with bench_on(store, Settings(examples=False, rates=False)) as bench:
        owner = bench.game(DRAW)
        shown = invited(owner)
        wrong = f"{(int(shown['digits']) + 1) % 10**6:06d}"
        for _ in range(MOST_MISSES):
            assert joined(bench.phone(), owner.game, digits=wrong).status_code == 403
        assert joined(bench.phone(), owner.game, digits=shown["digits"]).status_code == 403
        assert joined(bench.phone(), owner.game, key=shown["key"]).status_code == 410
        assert joined(bench.phone(), owner.game, digits=invited(owner)["digits"]).status_code == 200


def test_wrong_joins(strict: Bench, owner: Phone) -> None:
    phone = strict.phone()
    path = f"/api/games/{owner.game}/join"
    for body in (
        {},
        {"device": phone.device},
        {"device": "x", "key": "s.x"},
        {"device": phone.device, "key": "", "digits": ""},
    ):
        assert phone.http.post(path, json=body).status_code == 422
    assert joined(phone, "NOTTHERE", digits="1").status_code == 404
    assert joined(phone, owner.game, key="").status_code == 403
    assert len(devices(owner)) == 1


# --- going ---------------------------------------------------------------------------------------------


def test_a_role_is_taken_away_at_once(strict: Bench, owner: Phone) -> None:
    anna = let_in(strict, owner, name="Anna")
    assert anna.enter(end("A", 3)).status_code == 200
    handle = next(d["device"] for d in devices(owner) if not d["me"])
    assert anna.device not in str(devices(owner)), "the id of a device is a key"
    assert act(owner, f"devices/{handle}/end").status_code == 200
    late = anna.send(anna.proposal(end("B", 1)))
    assert (late.status_code, late.json()["why"]) == (403, "expired")
    assert anna.look()["me"]["role"] == "viewer"
    assert len(strict.store.log(owner.game)[0]) == 3
    assert joined(anna, owner.game, key=invited(owner)["key"]).status_code == 200
    assert anna.enter(end("B", 1)).status_code == 200


def test_who_may_take_away_from_whom(strict: Bench, owner: Phone) -> None:
    umpire, anna, ben = let_in(strict, owner, "umpire"), let_in(strict, owner), let_in(strict, owner)
    of = {name: next(d["device"] for d in devices(phone) if d["me"]) for name, phone in
          (("owner", owner), ("umpire", umpire), ("anna", anna), ("ben", ben))}  # fmt: skip
    assert act(anna, f"devices/{of['ben']}/end").status_code == 403
    assert act(umpire, f"devices/{of['owner']}/end").status_code == 403
    assert act(anna, "devices/000000000000/end").status_code == 404
    assert act(anna, f"devices/{of['anna']}/end").status_code == 200, "everybody may leave"
    assert act(umpire, f"devices/{of['ben']}/end").status_code == 200
    assert act(owner, f"devices/{of['umpire']}/end").status_code == 200
    assert [d["me"] for d in devices(owner)] == [True]


def test_new_keys(strict: Bench, owner: Phone) -> None:
    umpire, anna = let_in(strict, owner, "umpire"), let_in(strict, owner)
    shown = invited(owner)
    assert act(anna, "rotate").status_code == 403
    assert len(act(umpire, "rotate").json()["ended"]) == 1
    assert joined(strict.phone(), owner.game, key=shown["key"]).status_code == 410
    assert anna.send(anna.proposal(end("A", 1))).json()["why"] == "expired"
    assert umpire.enter(end("A", 1)).status_code == 200
    assert owner.at(owner.game).enter(end("B", 1)).status_code == 200, "whoever runs the desk stays"


def test_another_phone_keeps_the_score(strict: Bench, owner: Phone) -> None:
    """The one before is an assistant: it may go on writing, and nothing that it has kept is lost."""
    anna = let_in(strict, owner)
    assert (owner.look()["me"]["lead"], anna.look()["me"]["lead"]) == (True, False)
    assert act(anna, "lead").json()["lead"]
    assert (owner.look()["me"]["lead"], anna.look()["me"]["lead"]) == (False, True)
    assert owner.enter(end("A", 1)).status_code == 200


def test_what_a_phone_still_has(strict: Bench, owner: Phone) -> None:
    anna = let_in(strict, owner, name="Anna")
    anna.send(anna.proposal(end("A", 1)), queue=4)
    assert [d["waiting"] for d in devices(owner) if d["name"] == "Anna"] == [3]


# --- cookies and the PIN -------------------------------------------------------------------------------


def test_a_phone_that_has_lost_its_store_or_its_cookie(strict: Bench, owner: Phone) -> None:
    forgetful = strict.phone()
    forgetful.http.client.cookies = owner.http.client.cookies
    forgetful.at(owner.game)
    assert forgetful.enter(end("A", 1)).status_code == 200, "its cookie says who it is"
    bare = strict.phone()
    bare.device = owner.device
    bare.at(owner.game)
    assert bare.enter(end("B", 1)).status_code == 200, "its own id says who it is"
    assert bare.http.client.cookies.get("carreau")


def test_a_cookie_that_is_not_ours(strict: Bench, owner: Phone) -> None:
    thief = strict.phone().at(owner.game)
    for value in ("x", owner.device, f'"{owner.device}".AAAA', owner.http.client.cookies["carreau"][:-2] + "xx"):
        thief.http.client.cookies.set("carreau", value, domain="desk.test")
        assert thief.send(thief.proposal(end("A", 1))).status_code == 403
    assert len(strict.store.log(owner.game)[0]) == 2


@pytest.mark.parametrize(("tls", "name"), [(True, "__Host-carreau"), (False, "carreau")])
def test_the_cookie(store: Store, tls: bool, name: str) -> None:
    with bench_on(store, Settings(examples=False, tls=tls)) as bench:
        phone = bench.phone()
        if tls:
            phone.http.client.headers["Origin"] = "https://desk.test"
        said = phone.begin().headers["set-cookie"].lower()
        assert said.startswith(f"{name.lower()}=")
        assert all(part in said for part in ("httponly", "samesite=lax", "path=/", f"max-age={30 * 24 * 3600}"))
        assert ("secure" in said) is tls
        assert "domain" not in said


def test_who_begins_games_on_a_desk_with_a_pin(store: Store) -> None:
    with bench_on(store, Settings(examples=False, pin="4711", rates=False)) as bench:
        phone = bench.phone()
        no = phone.begin()
        assert (no.status_code, no.json()["error"]) == (403, "pin_needed")
        assert phone.http.get("/api/me").json() == {"device": None, "desk": False, "pin": True, "begins": False}
        assert phone.http.post("/api/pin", json={"device": phone.device, "pin": "4712"}).status_code == 403
        assert phone.http.post("/api/pin", json={"device": phone.device, "pin": "4711"}).json()["desk"]
        assert phone.http.get("/api/me").json()["begins"]
        assert phone.begin().status_code == 201
        assert "4711" not in str(bench.settings) or "4711" not in str(store.told("pin"))


def test_whoever_knows_the_pin_gets_back_in(store: Store) -> None:
    """The phone that began a game is lost, and its cookie with it."""
    with bench_on(store, Settings(examples=False)) as bench:
        lost = bench.game(DRAW)
    with bench_on(store, Settings(examples=False, pin="4711")) as bench:
        other = bench.phone().at(lost.game)
        assert other.send(other.proposal(end("A", 1))).status_code == 403
        other.http.post("/api/pin", json={"device": other.device, "pin": "4711"})
        assert other.look()["me"]["desk"]
        assert other.enter(end("A", 1)).status_code == 200
        stolen = next(d["device"] for d in devices(other) if not d["me"])
        assert act(other, f"devices/{stolen}/end").status_code == 200
        thief = bench.phone()
        thief.device = lost.device
        thief.at(lost.game)
        assert thief.send(thief.proposal(end("B", 1))).json()["why"] == "expired"


def test_grants_outlast_a_restart(store: Store) -> None:
    with bench_on(store, Settings(examples=False)) as bench:
        owner = bench.game(DRAW)
        anna = let_in(bench, owner, "umpire")
    with bench_on(store, Settings(examples=False)) as again:
        phone = again.phone()
        phone.device = anna.device
        phone.at(owner.game)
        assert phone.enter(end("A", 1)).status_code == 200
        assert strictly(again, owner.game) == "viewer"


def strictly(bench: Bench, game: str) -> str:
    """The role of a stranger."""
    stranger = bench.phone()
    stranger.device = new_id()
    return str(stranger.at(game).look()["me"]["role"])
