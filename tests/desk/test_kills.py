"""A desk that is killed again and again while somebody scores: what it acknowledged is there, once, and in its order."""

import http.client
import json
import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from carreau.desk import Store
from carreau.desk.people import new_id
from carreau.desk.rooms import Rooms
from carreau.desk.settings import Settings
from carreau.desk.store import unaltered
from carreau.sports import Json
from tests.desk.desks import DRAW, SETUP

ROOT = Path(__file__).parents[2]
KILLS = 100
POINTS = ("before", "after", "reply", "outside")
NOTHING: Json = {"kind": "EndCounted", "points": 0}


class Running(NamedTuple):
    """A desk that lives."""

    process: int
    port: int


class Nursery:
    """Where desks come from."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.program = subprocess.Popen(
            [sys.executable, "-P", "-m", "tests.desk.nursery"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )

    def start(self, point: str = "never", nth: int = 0) -> Running:
        """One more desk over the same folder."""
        assert self.program.stdin is not None
        assert self.program.stdout is not None
        print(self.folder, point, nth, file=self.program.stdin, flush=True)
        process, port = self.program.stdout.readline().split()
        return Running(int(process), int(port))

    def stop(self) -> None:
        """No more desks."""
        with self.program:
            self.program.kill()


@pytest.fixture
def nursery(tmp_path: Path) -> Iterator[Nursery]:
    made = Nursery(tmp_path / "data")
    yield made
    made.stop()


class Scorer:
    """A phone that keeps what is tapped until the desk has it."""

    def __init__(self) -> None:
        self.device = new_id()
        self.game = new_id(8)
        self.taps: list[str] = []
        self.outbox: list[Json] = []
        self.acked: dict[str, int] = {}
        self.hows: list[str] = []
        self.made = False

    def tap(self) -> None:
        """One more thing is entered."""
        number = len(self.taps)
        fact = DRAW if number == 0 else NOTHING if number % 3 == 0 else {"kind": "Noted", "text": str(number)}
        fid = new_id()
        self.outbox.append({"fid": fid, "seen": 0, "after": self.taps[-1] if self.taps else None, "fact": fact})
        self.taps.append(fid)

    def send(self, desk: Running) -> bool:
        """Everything that is kept here, in one go; False if the desk has died."""
        try:
            if not self.made:
                body: Json = {"id": self.game, "device": self.device, "setup": SETUP}
                self.made = self._post(desk, "/api/games", body)[0] in (200, 201)
            facts: Json = {"device": self.device, "queue": len(self.outbox), "facts": self.outbox[:50]}
            status, reply = self._post(desk, f"/api/games/{self.game}/facts", facts)
        except (OSError, http.client.HTTPException):
            return False
        assert status == 200, reply
        for ack in reply["acks"]:
            assert self.acked.setdefault(ack["fid"], ack["seq"]) == ack["seq"]
            self.hows.append(ack["how"])
        self.outbox = [kept for kept in self.outbox if kept["fid"] not in self.acked]
        return True

    def _post(self, desk: Running, path: str, body: Json) -> tuple[int, Json]:
        wire = http.client.HTTPConnection("127.0.0.1", desk.port, timeout=10)
        try:
            headers = {"Content-Type": "application/json", "X-Carreau": "1", "Origin": f"http://127.0.0.1:{desk.port}"}
            wire.request("POST", path, json.dumps(body), headers)
            reply = wire.getresponse()
            return reply.status, json.loads(reply.read())
        finally:
            wire.close()


def test_a_desk_that_is_killed_loses_nothing_and_doubles_nothing(nursery: Nursery) -> None:
    chance = random.Random(7)
    scorer = Scorer()
    for kill in range(KILLS):
        point = POINTS[kill % len(POINTS)]
        desk = nursery.start(point, chance.randint(0, 1))
        alive, tries = True, 0
        while alive and tries < 3:
            scorer.tap()
            alive = scorer.send(desk)
            tries += 1
        if alive:
            assert point == "outside", f"the desk has outlived a fault {point} its commit"
            os.kill(desk.process, signal.SIGKILL)
    assert scorer.send(nursery.start())
    assert not scorer.outbox
    assert "already" in scorer.hows, "some answers got lost after the commit"
    there = stored(nursery.folder, scorer.game)
    assert there == {fid: seq for seq, fid in enumerate(scorer.taps, 1)}
    assert scorer.acked == there


def stored(folder: Path, game: str) -> dict[str, int]:
    """What a desk that starts now finds."""
    store = Store.in_folder(folder).open()
    try:
        room = Rooms(store, Settings()).room(game)
        assert room is not None
        assert unaltered(room.events)
        assert len(room.game.heard) == len(room.events)
        return {event.fid: event.seq for event in room.events[1:]}
    finally:
        store.close()
