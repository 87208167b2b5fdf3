"""Those who watch: first the present state, then what happens, once and in its order; who can't keep up begins again."""

import asyncio
import http.client
import json
import os
import signal
import time
from collections.abc import AsyncIterator
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from carreau.desk import Store, api, live, views
from carreau.desk.live import DESK, MOST_AT_ONCE, QUEUE, Live, Watcher
from carreau.desk.rooms import Room
from carreau.sports import Json
from tests.desk.desks import DRAW, Bench, Phone, bench_on, end
from tests.desk.test_kills import Nursery, Running, Scorer


def told(text: bytes) -> list[tuple[str, int | None, Json]]:
    """The events of a stretch of a stream: name, id, data."""
    found = []
    for block in text.decode().strip().split("\n\n"):
        fields = dict(line.split(": ", 1) for line in block.split("\n"))
        found.append((fields["event"], int(fields["id"]) if "id" in fields else None, json.loads(fields["data"])))
    return found


class Screen:
    """Somebody who watches, over the streams of the desk."""

    def __init__(
        self, bench: Bench, game: str, channel: str = "full", since: int | None = None, lang: str = "en"
    ) -> None:
        self.loop = bench.loop
        streams: Live = bench.app.state.desk.live
        room: Room = bench.app.state.desk.rooms.room(game)
        self.watcher = Watcher(channel, lang, "viewer", "203.0.113.9", room.head)
        first = partial(api._first, room.still(), self.watcher, since)
        self.stream: AsyncIterator[bytes] = streams.stream(self.watcher, game, first)

    def hears(self) -> list[tuple[str, int | None, Json]]:
        """The next stretch."""
        return told(self.loop.run_until_complete(_in_time(anext(self.stream))))

    def is_over(self) -> bool:
        """Has the stream ended?"""
        try:
            self.hears()
        except StopAsyncIteration:
            return True
        return False


async def _in_time(wanted: Any) -> bytes:
    found: bytes = await asyncio.wait_for(wanted, 5)
    return found


def test_the_present_state_comes_first(quick: Bench) -> None:
    phone = quick.game(DRAW, end("A", 3))
    (_, _, tick), (name, id, board) = Screen(quick, phone.game, "board").hears()
    assert (name, id, tick["head"]) == ("board", 2, 2)
    assert (board["score"], board["id"]) == ({"A": 3, "B": 0}, phone.game)


def test_what_happens_comes_as_it_happens(quick: Bench) -> None:
    phone = quick.game(DRAW)
    board, full = Screen(quick, phone.game, "board"), Screen(quick, phone.game)
    board.hears(), full.hears()
    phone.enter(end("A", 3))
    assert [(name, id, data["score"]) for name, id, data in board.hears()] == [("board", 2, {"A": 3, "B": 0})]
    ((name, id, fact),) = full.hears()
    assert (name, id, fact["line"]["seq"], fact["view"]["score"]) == ("fact", 2, 2, {"A": 3, "B": 0})
    assert "fact" not in fact["line"], "a viewer is not told what only the scorers' phones need"


def test_several_at_once_come_in_their_order(quick: Bench) -> None:
    phone = quick.game(DRAW)
    full = Screen(quick, phone.game)
    full.hears()
    phone.enter(end("A", 3), end("B", 1), end("A", 1))
    assert [id for _, id, _ in full.hears()] == [2, 3, 4]


def test_an_undoing_says_which_lines_it_changes(quick: Bench) -> None:
    phone = quick.game(DRAW, end("A", 3))
    full = Screen(quick, phone.game)
    full.hears()
    phone.enter({"kind": "Undone", "seqs": [2]})
    ((_, _, fact),) = full.hears()
    assert {line["seq"]: line["undone_by"] for line in fact["changed"]}[2] == 3


def test_who_comes_back_hears_what_was_missed(quick: Bench) -> None:
    phone = quick.game(DRAW, end("A", 3), end("B", 1))
    heard = Screen(quick, phone.game, since=1).hears()
    assert [(name, id) for name, id, _ in heard if id is not None] == [("board", 3), ("fact", 2), ("fact", 3)]
    assert [name for name, _, _ in Screen(quick, phone.game, since=99).hears()] == ["tick", "board"]


def test_after_too_much_the_state_is_fetched(quick: Bench) -> None:
    phone = quick.game(DRAW)
    phone.enter(*({"kind": "Noted", "text": str(n)} for n in range(MOST_AT_ONCE + 1)))
    heard = Screen(quick, phone.game, since=1).hears()
    assert heard[-1][0] == "resync"


def test_who_can_not_keep_up_begins_again_and_holds_nobody_up(quick: Bench) -> None:
    phone = quick.game(DRAW)
    slow, quickly = Screen(quick, phone.game), Screen(quick, phone.game)
    slow.hears(), quickly.hears()
    for n in range(QUEUE + 2):
        phone.enter({"kind": "Noted", "text": str(n)})
        assert [id for _, id, _ in quickly.hears()] == [n + 2]
    assert slow.watcher.over
    assert slow.hears()[0][0] == "resync"
    assert slow.is_over()
    assert quick.app.state.desk.live.count == 1


def test_what_is_said_is_made_once_for_all(quick: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    phone = quick.game(DRAW)
    screens = [Screen(quick, phone.game, "board", lang=lang) for lang in ("en", "fr") for _ in range(20)]
    for screen in screens:
        screen.hears()
    made: list[str] = []
    message = live.board_message

    def counted(room: Room, lang: str) -> bytes:
        made.append(lang)
        return message(room, lang)

    monkeypatch.setattr(live, "board_message", counted)
    phone.enter(end("A", 3))
    assert {screen.hears()[0][1] for screen in screens} == {2}
    assert sorted(made) == ["en", "fr"]


def test_all_boards_in_one_stream(quick: Bench) -> None:
    one, two = quick.game(DRAW), quick.game()
    streams: Live = quick.app.state.desk.live
    watcher = Watcher("board", "en", "viewer", "x", 0)
    stream = streams.stream(watcher, DESK, partial(api._all_boards, quick.app.state.desk, "en"))
    first = told(quick.loop.run_until_complete(_in_time(anext(stream))))
    assert {data["id"] for name, _, data in first if name == "board"} == {one.game, two.game}
    two.enter(DRAW)
    ((name, id, data),) = told(quick.loop.run_until_complete(_in_time(anext(stream))))
    assert (name, id, data["id"]) == ("board", 1, two.game)


def test_there_is_room_for_so_many(quick: Bench) -> None:
    phone = quick.game(DRAW)
    path = f"/api/games/{phone.game}/events"
    streams: Live = quick.app.state.desk.live
    streams.settings = replace(streams.settings, streams_an_address=1)
    screen = Screen(quick, phone.game)
    screen.hears()
    assert streams.full("203.0.113.9")
    assert not streams.full("203.0.113.10")
    streams.settings = replace(streams.settings, streams=1)
    reply = phone.http.get(path)
    assert (reply.status_code, reply.json()["error"]) == (503, "too_many_streams")
    assert reply.headers["retry-after"]


def test_the_time_is_said(quick: Bench) -> None:
    phone = quick.game(DRAW)
    streams: Live = quick.app.state.desk.live
    screen = Screen(quick, phone.game)
    screen.hears()
    streams.settings = replace(streams.settings, tick_s=0.01)
    ticking = quick.loop.create_task(streams.tick())
    ((name, _, data),) = screen.hears()
    ticking.cancel()
    assert (name, data["head"]) == ("tick", 1)


def test_the_desk_says_goodbye(quick: Bench) -> None:
    phone = quick.game(DRAW)
    screen = Screen(quick, phone.game)
    screen.hears()
    quick.app.state.desk.live.stop()
    assert screen.hears()[0][0] == "bye"
    assert screen.is_over()
    assert quick.app.state.desk.live.full("anybody")


def test_a_line_is_told_again_only_when_it_tells_another_thing(quick: Bench) -> None:
    phone = quick.game(DRAW, end("A", 3))
    room: Room = quick.app.state.desk.rooms.room(phone.game)
    before = views.lines_of(room, "en", "scorer")
    phone.enter(end("B", 1))
    after = views.lines_of(room, "en", "scorer")
    assert all(one is other for one, other in zip(before, after, strict=False))


# --- a running desk ----------------------------------------------------------------------------------


def watched(desk: Running, game: str, wires: ExitStack) -> http.client.HTTPResponse:
    wire = wires.enter_context(closing(http.client.HTTPConnection("127.0.0.1", desk.port, timeout=20)))
    wire.request("GET", f"/api/games/{game}/events?c=full&since=0")
    return wires.enter_context(closing(wire.getresponse()))


def lines_until(stream: http.client.HTTPResponse, word: bytes) -> list[bytes]:
    found: list[bytes] = []
    while not found or word not in found[-1]:
        line = stream.readline()
        assert line, f"the stream ended before {word!r}"
        found.append(line)
    return found


def test_a_stream_over_the_wire_and_a_desk_that_stops(tmp_path: Path) -> None:
    """SIGTERM with open streams: they are told, and the desk is gone at once."""
    nursery, scorer = Nursery(tmp_path / "data"), Scorer()
    with ExitStack() as wires:
        wires.callback(nursery.stop)
        desk = nursery.start()
        scorer.tap()
        assert scorer.send(desk)
        streams = [watched(desk, scorer.game, wires) for _ in range(5)]
        assert streams[0].headers["content-type"].startswith("text/event-stream")
        for stream in streams:
            lines_until(stream, b"event: fact")
        began = time.monotonic()
        os.kill(desk.process, signal.SIGTERM)
        for stream in streams:
            lines_until(stream, b"event: bye")
            assert stream.read().endswith(b"\n\n")
        assert time.monotonic() - began < 5


def test_over_postgresql_the_streams_are_the_same(store: Store) -> None:
    with bench_on(store) as bench:
        phone: Phone = bench.game(DRAW)
        screen = Screen(bench, phone.game)
        screen.hears()
        phone.enter(end("A", 3))
        assert [id for _, id, _ in screen.hears()] == [2]
