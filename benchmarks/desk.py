"""The desk under load: from a tap to the screens of those who watch, and facts a second on both databases.

`python -m benchmarks.desk [--json]` starts real desks (SQLite written through to the disk; PostgreSQL of the machine, with
its default durability off as in the tests) and asks them over loopback. `--viewers 500 --taps 40 --writers 100 --games 50`.
"""

import argparse
import asyncio
import json
import re
import statistics
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import httpx

from carreau.desk.people import new_id
from tests.browser.serving import Serving
from tests.desk.postgres import cluster

FLAGS = ("--no-examples", "--no-rates", "--trusting", "--an-address", "2000")
SETUP = {"rulebook": "fipjp-2016", "format": "triples", "detail": "ends", "target": 13}
BETWEEN_S = 0.25  # four taps a second
ID = re.compile(rb"^id: ?(\d+)", re.M)

Figures = dict[str, float]


class Screen:
    """Somebody who watches: when each entry of the game came."""

    def __init__(self) -> None:
        self.came: dict[int, float] = {}

    async def watch(self, port: int, game: str) -> None:
        """Read the stream until it is cancelled."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(f"GET /api/games/{game}/events?c=board HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
        try:
            while line := await reader.readline():
                if found := ID.match(line):
                    self.came.setdefault(int(found[1]), time.perf_counter())
        finally:
            writer.close()


def watched(desk: Serving, viewers: int, taps: int) -> Figures:
    """From the tap of a scorer to the last of so many screens."""
    return asyncio.run(_watched(desk, viewers, taps))


async def _watched(desk: Serving, viewers: int, taps: int) -> Figures:
    device, screens = new_id(), [Screen() for _ in range(viewers)]
    headers = {"X-Carreau": "1", "Origin": desk.address}
    async with httpx.AsyncClient(base_url=desk.address, headers=headers, timeout=30) as phone:
        game = (await phone.post("/api/games", json={"setup": SETUP, "device": device})).json()["id"]
        tasks = [asyncio.create_task(screen.watch(desk.port, game)) for screen in screens]
        while any(not screen.came for screen in screens):
            await asyncio.sleep(0.1)
        before, began = _spent(desk), time.perf_counter()
        tapped: dict[int, float] = {}
        for n in range(taps):
            at, seq = time.perf_counter(), await _tap(phone, game, device, n)
            tapped[seq] = at
            await asyncio.sleep(max(BETWEEN_S - (time.perf_counter() - at), 0))
        await asyncio.sleep(2)
        took, spent = time.perf_counter() - began, _spent(desk) - before
        for task in tasks:
            task.cancel()
    delays = sorted((s.came[seq] - at) * 1000 for seq, at in tapped.items() for s in screens if seq in s.came)
    lasts = sorted(max(s.came.get(seq, at + 60) for s in screens) - at for seq, at in tapped.items())
    name = str(viewers)
    return {
        f"tap_to_viewer_p50_ms_{name}": statistics.median(delays),
        f"tap_to_viewer_p95_ms_{name}": delays[int(len(delays) * 0.95)],
        f"tap_to_last_viewer_p95_ms_{name}": lasts[int(len(lasts) * 0.95)] * 1000,
        f"lost_{name}": len(tapped) * viewers - len(delays),
        f"memory_mb_{name}": _memory_mb(desk),
        f"cpu_share_{name}": spent / took,
    }


async def _tap(phone: httpx.AsyncClient, game: str, device: str, n: int) -> int:
    """A clock note of the scorer: a fact that never ends the game. Its place in the log."""
    fact: dict[str, Any] = {"kind": "Noted", "text": f"tap {n}"}
    return await _propose(phone, game, device, fact, 0)


async def _propose(phone: httpx.AsyncClient, game: str, device: str, fact: dict[str, Any], seen: int) -> int:
    proposal = {"fid": new_id(26), "seen": seen, "after": None, "by": "scorer", "source": "stated", "fact": fact}
    body = {"device": device, "queue": 1, "facts": [proposal]}
    reply = await phone.post(f"/api/games/{game}/facts", json=body)
    reply.raise_for_status()
    return int(reply.json()["acks"][0]["seq"])


def written(desk: Serving, writers: int, games: int, each: int) -> float:
    """Facts a second: so many writers at once, two on a game. Raises if one is refused or lost."""
    return asyncio.run(_written(desk, writers, games, each))


async def _written(desk: Serving, writers: int, games: int, each: int) -> float:
    headers = {"X-Carreau": "1", "Origin": desk.address}
    limits = httpx.Limits(max_connections=writers)
    async with httpx.AsyncClient(base_url=desk.address, headers=headers, timeout=60, limits=limits) as phone:
        device = new_id()
        ids = [
            (await phone.post("/api/games", json={"setup": SETUP, "device": device})).json()["id"] for _ in range(games)
        ]

        async def writer(n: int) -> None:
            mine = new_id()
            for k in range(each):
                await _propose(phone, ids[n % games], mine, {"kind": "Noted", "text": f"{n}.{k}"}, 0)

        began = time.perf_counter()
        await asyncio.gather(*(writer(n) for n in range(writers)))
        took = time.perf_counter() - began
        heads = [(await phone.get(f"/api/games/{id}")).json()["head"] for id in ids]
    assert sum(heads) == writers * each, f"{sum(heads)} of {writers * each} facts are there"
    return writers * each / took


def _spent(desk: Serving) -> float:
    assert desk.process is not None
    fields = Path(f"/proc/{desk.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


def _memory_mb(desk: Serving) -> float:
    assert desk.process is not None
    status = Path(f"/proc/{desk.process.pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


def measured(viewers: int, taps: int, writers: int, games: int, each: int) -> Figures:
    """Everything, one after the other."""
    with tempfile.TemporaryDirectory() as folder:
        desk = Serving(Path(folder), *FLAGS).start()
        try:
            figures = watched(desk, viewers, taps)
            figures["writes_per_s_sqlite"] = written(desk, writers, games, each)
        finally:
            desk.kill()
        with cluster() as address:
            desk = Serving(Path(folder), *FLAGS, "--database", address % "postgres").start()
            try:
                figures["writes_per_s_postgres"] = written(desk, writers, games, each)
            finally:
                desk.kill()
    return figures


def main(words: Sequence[str] | None = None) -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    for name, default in (("viewers", 500), ("taps", 40), ("writers", 100), ("games", 50), ("each", 10)):
        parser.add_argument(f"--{name}", type=int, default=default)
    asked = parser.parse_args(words)
    figures = measured(asked.viewers, asked.taps, asked.writers, asked.games, asked.each)
    if asked.json:
        print(json.dumps({name: round(value, 2) for name, value in figures.items()}))
    else:
        for name, value in figures.items():
            print(f"{name:32} {value:10.2f}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
