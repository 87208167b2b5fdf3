"""What must not open by another way: codes said at once, games that nobody runs, half an import, a copy for everybody."""

import asyncio
import stat
from pathlib import Path

import pytest

from carreau.cli.desk import backup, bring, restore
from carreau.cli.screen import Stop
from carreau.desk import Settings, Store
from carreau.desk.bodies import Failure
from carreau.desk.guard import Guard
from carreau.desk.people import People
from carreau.desk.rooms import Rooms
from carreau.desk.store import Lost
from tests.desk.desks import DRAW, Bench, bench_on, end

ROOT = Path(__file__).parents[2]


def test_codes_said_at_once_count_before_they_are_known_to_be_wrong() -> None:
    """Asking faster than the desk can look gives no more tries than asking one after the other."""
    guard = Guard(Settings())
    looked = 0

    async def says() -> None:
        nonlocal looked
        with guard.tries("203.0.113.9"):
            looked += 1
            await asyncio.sleep(0)
            guard.missed("203.0.113.9")

    async def many() -> list[BaseException | None]:
        return await asyncio.gather(*(says() for _ in range(50)), return_exceptions=True)

    answers = asyncio.run(many())
    assert looked == 5
    assert sum(isinstance(answer, Failure) and answer.status == 429 for answer in answers) == 45


def test_a_game_taken_in_at_the_desk_belongs_to_no_device(tmp_path: Path) -> None:
    """Whoever guesses an id runs nothing."""
    with_games = Store.in_folder(tmp_path).open()
    with_games.close()
    assert bring(str(ROOT / "examples/triples.jsonl"), data=tmp_path) == 0
    store = Store.in_folder(tmp_path).open()
    settings = Settings(examples=False)
    room = Rooms(store, settings).room(store.games()[0].id)
    assert room is not None
    assert all(not People(store, settings).who(room, device).writes for device in ("", "0" * 26, "1" * 26))
    store.close()


def test_a_record_with_marks_of_writing_is_taken_in(bench: Bench) -> None:
    """An apostrophe as printers set it, in a line that is not the last."""
    phone = bench.phone()
    phone.begin()
    record = phone.http.get(f"/api/games/{phone.game}/record").text
    noted = '{"fact":{"kind":"Noted","text":"it’s raining – a little"}}\n{"fact":{"kind":"DrawWon","side":"A"}}\n'
    headers = {"Content-Type": "application/x-ndjson"}
    path = f"/api/import?device={phone.device}"
    reply = phone.http.post(path, content=(record + noted).encode(), headers=headers)
    assert reply.status_code == 201, reply.text
    assert reply.json()["head"] == 2


def test_an_import_that_stops_has_kept_nothing(bench: Bench) -> None:
    """A record whose further entries this device may not enter: all of them are left out, not only the last."""
    phone = bench.phone()
    phone.begin()
    phone.enter(DRAW)
    record = phone.http.get(f"/api/games/{phone.game}/record").text
    more = '{"fact":{"kind":"EndCounted","side":"A","points":3}}\n'
    more += '{"fact":{"kind":"EndCounted","side":"B","points":2}}\n{"fact":{"kind":"Undone","seqs":[2]}}\n'
    headers = {"Content-Type": "application/x-ndjson"}
    path = f"/api/import?device={phone.device}&game={phone.game}&confirm=1"
    reply = phone.http.post(path, content=(record + more).encode(), headers=headers)
    assert reply.status_code == 409, reply.text
    assert phone.look()["head"] == 1


def test_a_game_that_is_not_public_is_not_on_the_control_table(bench: Bench) -> None:
    phone, other = bench.phone(), bench.phone()
    phone.begin()
    phone.enter(DRAW, end("A", 3))
    assert phone.game in other.http.get("/api/desk/table").text
    body = {"public": False, "device": phone.device}
    assert phone.http.post(f"/api/games/{phone.game}/privacy", json=body).status_code == 200
    assert phone.game not in other.http.get("/api/desk/table").text
    assert phone.game not in other.http.get("/table").text


def test_a_copy_is_for_its_owner_alone(tmp_path: Path) -> None:
    """What the desk signs with is in it; and a place that isn't there is one message."""
    Store.in_folder(tmp_path / "desk").open().close()
    assert backup(tmp_path / "copy", data=tmp_path / "desk") == 0
    assert stat.S_IMODE((tmp_path / "copy").stat().st_mode) == 0o600
    with pytest.raises(Stop):
        backup(tmp_path / "nowhere" / "copy", data=tmp_path / "desk")
    before = (tmp_path / "copy").read_bytes()
    assert restore(tmp_path / "copy", data=tmp_path / "other", confirm=True) == 0
    assert (tmp_path / "copy").read_bytes() == before


def test_a_database_that_cannot_be_opened_is_one_message(tmp_path: Path) -> None:
    """A file that is none, an address that is none, a server that is not there."""
    (tmp_path / "desk.sqlite").write_text("no database at all, but long enough to look like one " * 40)
    with pytest.raises(Lost):
        Store.in_folder(tmp_path).open()
    with pytest.raises(Lost):
        Store("no address")
    with pytest.raises(Lost):
        Store("postgresql://nobody@127.0.0.1:1/none").open()


def test_looking_at_the_list_is_no_word_from_a_scorer(store: Store) -> None:
    """On a desk of friends everybody may write; who only looks at the games has not been heard of in any."""
    with bench_on(store, Settings(examples=False, trusting=True)) as bench:
        phone, other = bench.phone(), bench.phone()
        phone.begin()
        bench.time.pass_ms(60_000)
        other.http.get(f"/api/games?device={other.device}")
        heard = next(one for one in other.http.get("/api/desk/table").json()["games"] if one["id"] == phone.game)
        assert heard["heard_ms"] is None or heard["heard_ms"] < bench.time.now
        phone.enter(DRAW)
        heard = next(one for one in other.http.get("/api/desk/table").json()["games"] if one["id"] == phone.game)
        assert heard["heard_ms"] == bench.time.now


def test_what_nobody_has_touched_for_a_month_is_not_listed(bench: Bench) -> None:
    """It is kept, and its address still leads to those who may see it."""
    phone = bench.phone()
    phone.begin()
    assert phone.game in phone.http.get("/api/games").text
    bench.time.pass_ms(31 * 24 * 3600 * 1000)
    assert phone.game not in phone.http.get("/api/games").text
    assert phone.look()["head"] == 0
