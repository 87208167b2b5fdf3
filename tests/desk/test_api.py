"""The JSON routes on both databases: what they answer, what they refuse and that a refusal stores nothing."""

import gzip
import json
from pathlib import Path

import httpx
import pytest

from carreau.desk import Settings, Store
from carreau.desk.people import is_id, new_id
from carreau.sports import Json
from tests.desk.desks import BEGUN_MS, DRAW, SETUP, Bench, Phone, bench_on, end

TEAMS: Json = {**SETUP, "sides": {"A": {"name": "Les Lilas"}, "B": {"name": "Vieux-Port"}}}


def said(reply: httpx.Response, status: int, error: str) -> Json:
    """A refusal: its status, its word, and a sentence for people."""
    body: Json = reply.json()
    assert (reply.status_code, body["error"]) == (status, error), reply.text
    assert body["say"], "a refusal has a sentence"
    assert not body["say"].startswith("desk."), f"{body['say']} has no sentence"
    return body


# --- games ---------------------------------------------------------------------------------------------


def test_a_game_begins(bench: Bench) -> None:
    phone = bench.phone()
    reply = phone.begin(TEAMS, people={"A1": "Anna"})
    body = reply.json()
    assert reply.status_code == 201
    assert (body["head"], body["role"], body["device"], body["begun_ms"]) == (0, "scorer", phone.device, BEGUN_MS)
    view = phone.look()["view"]
    assert (view["teams"]["A"]["name"], view["players"], view["book"]) == ("Les Lilas", {"A1": "Anna"}, "fipjp-2016")


def test_a_game_that_began_on_the_phone_has_its_id_and_its_time(bench: Bench) -> None:
    bench.time.pass_ms(60_000)
    phone, id = bench.phone(), new_id(8)
    first = phone.begin(id=id, at_ms=BEGUN_MS)
    assert (first.status_code, first.json()["id"], first.json()["now_ms"]) == (201, id, 60_000)
    again = phone.begin(id=id, at_ms=BEGUN_MS)
    assert (again.status_code, again.json()["id"]) == (200, id)
    assert len(bench.store.games()) == 1


def test_an_id_is_one_game(bench: Bench) -> None:
    phone, id = bench.phone(), new_id(8)
    phone.begin(id=id)
    said(phone.begin({**SETUP, "target": 11}, id=id), 409, "id_taken")
    said(bench.phone().begin(id=id), 409, "id_taken")


@pytest.mark.parametrize(
    ("setup", "status", "error"),
    [
        ({"rulebook": "nobody"}, 422, "malformed"),
        ({}, 422, "malformed"),
        ([], 422, "malformed"),
        ({**SETUP, "format": 3}, 422, "malformed"),
        ({**SETUP, "colour": "red"}, 422, "malformed"),
        ({**SETUP, "readings": {"A13": "never"}}, 422, "cannot_have_happened"),
    ],
)
def test_a_game_that_no_book_knows(bench: Bench, setup: Json, status: int, error: str) -> None:
    phone = bench.phone()
    reply = phone.http.post("/api/games", json={"setup": setup, "device": phone.device})
    said(reply, status, error)
    assert bench.store.games() == []


def test_the_games_of_a_desk(bench: Bench) -> None:
    one, two = bench.game(DRAW), bench.game()
    listed = one.http.get("/api/games", params={"lang": "fr"}).json()["games"]
    assert {game["id"] for game in listed} == {one.game, two.game}
    assert {game["id"]: game["head"] for game in listed}[one.game] == 1


def test_no_such_game(bench: Bench) -> None:
    phone = bench.phone()
    for id in ("NOTTHERE", "x", "ILOUILOU", "0" * 8):
        said(phone.http.get(f"/api/games/{id}"), 404, "no_game")
    said(phone.http.get("/nowhere"), 404, "not_found")
    said(phone.http.request("DELETE", "/api/games"), 405, "no_such_method")


# --- facts ---------------------------------------------------------------------------------------------


def test_facts_in_and_the_game_out(bench: Bench) -> None:
    phone = bench.game(DRAW)
    reply = phone.enter(end("A", 3), end("B", 2))
    body = reply.json()
    assert [(ack["seq"], ack["how"]) for ack in body["acks"]] == [(2, "recorded"), (3, "recorded")]
    assert body["view"]["score"] == {"A": 3, "B": 2}
    assert [line["seq"] for line in body["story"]] == [2, 3]
    assert body["story"][0]["text"] == "End 1: 3 to Team A."
    assert body["story"][0]["rulings"][0]["rows"] == ["fipjp-2016/29.2b"]
    assert [event.seq for event in bench.store.log(phone.game)[0]] == [0, 1, 2, 3]


def test_what_is_acknowledged_is_there_after_a_restart(bench: Bench) -> None:
    phone = bench.game(DRAW, end("A", 3))
    with bench_on(bench.store) as again:
        other = again.phone().at(phone.game)
        assert other.look()["view"]["score"] == {"A": 3, "B": 0}
        assert other.look()["story"] == phone.look()["story"]


def test_an_answer_that_got_lost(bench: Bench) -> None:
    phone = bench.game(DRAW)
    proposal = phone.proposal(end("A", 3))
    assert phone.send(proposal).json()["acks"][0]["how"] == "recorded"
    with bench_on(bench.store) as again:
        phone.http.client = again.phone().http.client
        phone.http.loop = again.loop
        assert phone.send(proposal).json()["acks"][0]["how"] == "already"


def test_another_number_is_a_question_for_a_person(bench: Bench) -> None:
    anna = bench.game(DRAW)
    ben = bench.phone().at(anna.game)
    anna.enter(end("A", 3))
    reply = ben.send(ben.proposal(end("A", 2)), lang="fr")
    body = said(reply, 409, "story_moved")
    assert (body["why"], body["same_subject"], body["acks"], body["head"]) == ("story_moved", 2, [], 2)
    assert [line["seq"] for line in body["since"]] == [2]
    assert bench.store.heads()[anna.game] == 2


def test_the_same_from_two_is_shown_to_the_scorers(bench: Bench) -> None:
    anna = bench.game(DRAW)
    ben = bench.phone().at(anna.game)
    anna.enter(end("A", 3))
    assert ben.send(ben.proposal(end("A", 3))).json()["acks"][0] | {"fid": ""} == {"fid": "", "seq": 2, "how": "same"}
    line = anna.look()["story"][2]
    assert line["also"] == ["scorer"]
    assert ben.look(since=2)["story"][0]["also"] == ["scorer"]


def test_a_refusal_says_why_and_by_which_row(bench: Bench) -> None:
    phone = bench.game(DRAW)
    body = said(phone.send(phone.proposal(end("A", 7))), 422, "cannot_have_happened")
    assert body["why"] == "cannot_have_happened"
    assert body["stopped_at"] == phone.before
    assert body["breach"] is None
    assert len(bench.store.log(phone.game)[0]) == 2


def test_a_breach_can_be_entered_as_one(bench: Bench) -> None:
    phone = bench.game(DRAW, setup={**SETUP, "detail": "boules"})
    phone.enter({"kind": "JackThrown", "side": "A", "marked": True})
    body = phone.send(phone.proposal({"kind": "BouleThrown", "side": "B", "holds": "B"})).json()
    assert (body["why"], body["breach"]) == ("cannot_have_happened", "out_of_turn")


def test_an_undoing_changes_lines_that_were_told(bench: Bench) -> None:
    phone = bench.game(DRAW, end("A", 3))
    body = phone.enter({"kind": "Undone", "seqs": [2]}).json()
    told = {line["seq"]: line for line in body["story"]}
    assert told[2]["undone_by"] == 3
    assert body["view"]["score"] == {"A": 0, "B": 0}
    again = phone.enter({"kind": "Undone", "seqs": [3]}).json()
    assert {line["seq"]: line["undone_by"] for line in again["story"]}[2] is None


def test_who_only_looks_enters_nothing(store: Store) -> None:
    with bench_on(store, Settings(examples=False)) as strict:
        owner = strict.game(DRAW)
        other = strict.phone().at(owner.game)
        said(other.send(other.proposal(end("A", 1))), 403, "viewer")
        assert other.look()["me"]["role"] == "viewer"
        assert "fact" not in other.look()["story"][1]
        assert "who" not in other.look()["story"][1]
        assert owner.look()["me"] == {"device": owner.device, "role": "scorer", "desk": True, "lead": True}
        said(other.http.post(f"/api/games/{owner.game}/preview", json={"fact": end("A", 1)}), 403, "not_yours")
    assert len(store.log(owner.game)[0]) == 2


def test_nobody_is_another_device_than_his_cookie_says(bench: Bench) -> None:
    phone = bench.game(DRAW)
    mine, phone.device = phone.device, new_id()
    assert phone.enter(end("A", 1)).status_code == 200
    assert {event.device for event in bench.store.log(phone.game)[0]} == {mine}


# --- bodies --------------------------------------------------------------------------------------------


def post(phone: Phone, content: bytes, kind: str = "application/json") -> httpx.Response:
    path = f"/api/games/{phone.game}/facts"
    return phone.http.post(path, content=content, headers={"Content-Type": kind})


def test_bodies_that_are_none(bench: Bench) -> None:
    phone = bench.game(DRAW)
    good = json.dumps({"device": phone.device, "facts": []}).encode()
    assert post(phone, good).status_code == 200
    said(post(phone, good, "text/plain"), 415, "not_json_type")
    said(post(phone, b"{"), 400, "not_json")
    said(post(phone, b"\xff\xfe"), 400, "not_json")
    said(post(phone, b"[]"), 422, "malformed")
    said(post(phone, good.replace(b"[]", b"[" * 50_000)), 422, "malformed")
    deep = b'[{"fid":"%s","seen":1,"fact":%s%s}]' % (new_id().encode(), b"[" * 20_000, b"]" * 20_000)
    assert post(phone, good.replace(b"[]", deep)).status_code in (400, 422)
    said(post(phone, good[:-1] + b',"more":1}'), 422, "malformed")
    said(post(phone, good + b" " * 65_536), 413, "too_large")
    assert len(bench.store.log(phone.game)[0]) == 2


def test_at_most_fifty_facts_with_ids_of_ours(bench: Bench) -> None:
    phone = bench.game(DRAW)
    said(phone.send(*(phone.proposal({"kind": "Noted", "text": "x"}) for _ in range(51))), 422, "malformed")
    said(phone.send(phone.proposal(end("A", 1), fid="short")), 422, "malformed")
    said(phone.send(phone.proposal(end("A", 1), seen=-1)), 422, "malformed")
    said(phone.send(phone.proposal(end("A", 1), by="nobody")), 422, "malformed")
    assert len(bench.store.log(phone.game)[0]) == 2


@pytest.mark.parametrize("path", ["?since=x", "?since=-2", "?lang=xxxxxxxxx"])
def test_wrong_questions(quick: Bench, path: str) -> None:
    phone = quick.game()
    said(phone.http.get(f"/api/games/{phone.game}{path}"), 422, "malformed")


def test_an_answer_can_be_packed(quick: Bench) -> None:
    phone = quick.game(DRAW, end("A", 3))
    reply = phone.http.get(f"/api/games/{phone.game}", headers={"Accept-Encoding": "gzip"})
    assert reply.headers["content-encoding"] == "gzip"
    assert reply.headers["cache-control"] == "no-store"
    assert len(gzip.compress(reply.content)) < len(reply.content)


# --- looking -------------------------------------------------------------------------------------------


def test_what_came_since(quick: Bench) -> None:
    phone = quick.game(DRAW, end("A", 3), end("B", 1))
    assert [line["seq"] for line in phone.look(since=1)["story"]] == [2, 3]
    assert phone.look(since=3)["story"] == []
    assert phone.look(since=99)["story"] == []


def test_every_language_at_once(quick: Bench) -> None:
    phone = quick.game(DRAW, setup=TEAMS)
    texts = {lang: phone.look(lang=lang)["view"]["status"]["text"] for lang in ("en", "fr", "it")}
    assert len(set(texts.values())) == 3
    assert phone.look(lang="xx")["view"]["status"]["text"] == texts["en"]


def test_a_fact_can_be_looked_at_before(quick: Bench) -> None:
    phone = quick.game(DRAW, end("A", 3))
    would = phone.http.post(f"/api/games/{phone.game}/preview", json={"fact": end("B", 2)}).json()
    assert (would["recorded"], would["no"], would["may"]) == (True, None, None)
    assert would["rulings"][0]["text"] == "Team B scores 2 points and has 2."
    assert would["differences"][0] == "The score is 3–2, not 3–0."
    assert phone.look()["head"] == 2
    no = phone.http.post(f"/api/games/{phone.game}/preview", json={"fact": end("B", 9)}).json()
    assert (no["recorded"], bool(no["no"]["say"])) == (False, True)
    said(phone.http.post(f"/api/games/{phone.game}/preview", json={"fact": {"kind": "X"}}), 422, "malformed")


def test_a_correction_that_does_not_fit_names_the_entry(quick: Bench) -> None:
    """With 13 points at once the game would have been over before the next end."""
    phone = quick.game(DRAW, end("A", 6), end("A", 6), end("B", 1))
    change = {"kind": "Corrected", "changes": [{"seq": 2, "facts": [end("A", 6), end("A", 6)]}]}
    would = phone.http.post(f"/api/games/{phone.game}/preview", json={"fact": change}).json()
    assert would["recorded"] is False
    assert would["misfit"] == {"seq": 4, "text": would["misfit"]["text"]}
    assert would["may"]["seq"] == 2


def test_a_question_shows_where_its_answers_lead(quick: Bench) -> None:
    phone = quick.game(DRAW, setup={**SETUP, "detail": "boules"})
    phone.enter({"kind": "JackThrown", "side": "A", "marked": True}, {"kind": "BouleThrown", "side": "A", "holds": "A"})
    moved = {"object": "jack", "marked": True, "stopped": {"by": "player", "side": "A"}}
    shot = {"kind": "BouleThrown", "side": "B", "how": "shot", "moved": [moved], "holds": "B"}
    would = phone.http.post(f"/api/games/{phone.game}/preview", json={"fact": shot}).json()
    assert [choice["id"] for choice in would["question"]["choices"]] == ["leave", "restore", "line"]


def test_one_entry_in_full(quick: Bench) -> None:
    phone = quick.game(DRAW, end("A", 3))
    full = phone.http.get(f"/api/games/{phone.game}/entries/2").json()
    assert full["fact"] == end("A", 3)
    assert full["rulings"][0]["because"][0]["row"] == "fipjp-2016/29.2b"
    assert full["rulings"][0]["because"][0]["text"]
    said(phone.http.get(f"/api/games/{phone.game}/entries/3"), 404, "no_entry")


def test_what_other_editions_say(quick: Bench) -> None:
    phone = quick.game(DRAW, end("A", 3), {"kind": "Undone", "seqs": [2]})
    for seq in (0, 1, 2, 3):
        found = phone.http.get(f"/api/games/{phone.game}/entries/{seq}/compare").json()
        assert [edition["book"] for edition in found["editions"]] == ["fpusa-1995", "suomi"]
    two = {e["book"]: e for e in phone.http.get(f"/api/games/{phone.game}/entries/2/compare").json()["editions"]}
    assert two["fpusa-1995"]["same"]
    assert two["suomi"]["here"][0]["key"] == "clock.runs", "the summary knows no minute"


def test_the_words_of_the_page(quick: Bench) -> None:
    http = quick.phone().http
    english, french = (http.get(f"/words/{lang}.json").json() for lang in ("en", "fr"))
    assert english["texts"]["desk.error.viewer"] == "This phone may look, not enter."
    assert set(french["texts"]) == set(english["texts"])
    assert (english["one"], french["one"]) == ([1], [0, 1])
    said(http.get("/words/xx.json"), 404, "not_found")


def test_is_the_desk_well(bench: Bench) -> None:
    bench.game(DRAW)
    health = bench.phone().http.get("/api/health").json()
    assert (health["ok"], health["games"], health["entries"]) == (True, 1, 2)
    assert health["database"] in ("sqlite", "postgresql")


def test_a_database_that_is_away(quick: Bench) -> None:
    phone = quick.game(DRAW)
    quick.store.engine.dispose()
    with quick.store.writing() as db:
        db.exec_driver_sql("ALTER TABLE events RENAME TO gone")
    try:
        reply = phone.send(phone.proposal(end("A", 1)))
        said(reply, 503, "not_kept")
        assert reply.headers["retry-after"]
    finally:
        with quick.store.writing() as db:
            db.exec_driver_sql("ALTER TABLE gone RENAME TO events")
    assert phone.look()["head"] == 1
    assert phone.enter(end("A", 2)).json()["head"] == 2


def test_ids_are_long_enough_and_ours() -> None:
    assert all(is_id(new_id()) for _ in range(100))
    assert len({new_id() for _ in range(100)}) == 100
    assert not is_id("O" * 26)


def test_a_desk_from_an_older_copy_is_given_back_what_it_lost(bench: Bench, tmp_path: Path) -> None:
    """Its head is below what the phone has seen; the phone proposes the same again, under the same ids."""
    phone = bench.game(DRAW)
    bench.store.backup(tmp_path / "old.sqlite")
    kept = [phone.proposal(end("A", 3)), phone.proposal(end("B", 1))]
    assert phone.send(*kept).status_code == 200
    with bench_on(Store(f"sqlite:///{tmp_path / 'old.sqlite'}").open()) as older:
        other = older.phone()
        other.device, other.game = phone.device, phone.game
        assert other.look()["head"] == 1
        reply = other.send(*({**proposal, "seen": 3} for proposal in kept))
        assert [(ack["seq"], ack["how"]) for ack in reply.json()["acks"]] == [(2, "recorded"), (3, "recorded")]
        assert other.look()["view"]["score"] == {"A": 3, "B": 1}
        older.store.close()
