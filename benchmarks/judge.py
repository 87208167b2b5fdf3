"""How fast the judge is: replay, undo, correction, import, a folder of games.

python -m benchmarks.judge           what was measured, and what is asked for
python -m benchmarks.judge --json    one object
"""

import gc
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from msgspec import structs

from benchmarks.games import game_of, random_game
from carreau.books import BOOKS
from carreau.core.facts import Change
from carreau.core.game import Game, correct, replay, undo
from carreau.core.judging import NotRecorded
from carreau.core.record import read, written
from carreau.petanque.facts import BouleThrown, EndCounted, JackThrown
from carreau.petanque.setup import GameSetUp

ASKED = {
    "replay_300_facts_ms": 10.0,
    "replay_3000_facts_ms": 120.0,
    "undo_ms": 10.0,
    "correct_ms": 10.0,
    "import_ms": 150.0,
    "folder_1000_s": 10.0,
}
GAMES = 1000
SOME_ENTRIES = range(1, 300, 23)


def best_ms(work: Callable[[], object], times: int = 7) -> float:
    """The least time of a piece of work in milliseconds, without the garbage collector's."""
    taken = []
    gc.disable()
    try:
        for _ in range(times):
            start = time.perf_counter()
            work()
            taken.append(time.perf_counter() - start)
            gc.collect()
    finally:
        gc.enable()
    return min(taken) * 1000


def reading_and_judging(game: Game) -> Callable[[], object]:
    """From the bytes of a record to its rulings."""
    record = b"".join(written(game))

    def work() -> object:
        found = read(record, BOOKS)
        return replay(found.edition, found.entries)

    return work


def worst_undo_ms(game: Game) -> float:
    """The slowest withdrawal among entries spread over the whole game, the answer 'it no longer fits' included."""
    return max(best_ms(lambda seq=seq: _tried(lambda: undo(game, seq)), 3) for seq in SOME_ENTRIES)  # type: ignore[misc]


def worst_correction_ms(game: Game) -> float:
    """The slowest correction: the set-up and the first points change all that comes after, other entries less."""

    def corrected(seq: int) -> object:
        return correct(game, [Change(seq=seq, facts=(another(game.heard[seq].entry.fact),))])

    first_points = [step.seq for step in game.heard if isinstance(step.entry.fact, EndCounted)][:1]
    entries = (0, *first_points, *SOME_ENTRIES)
    return max(best_ms(lambda seq=seq: _tried(lambda: corrected(seq)), 3) for seq in entries)  # type: ignore[misc]


def another(fact: Any) -> Any:
    """The fact as it might have been instead."""
    match fact:
        case GameSetUp():
            return structs.replace(fact, category="juniors")
        case EndCounted(side=None):
            return structs.replace(fact, side="A", points=1)
        case EndCounted():
            return structs.replace(fact, points=2 if fact.points == 1 else 1)
        case JackThrown():
            return structs.replace(fact, range_mm=7000 if fact.range_mm == 8000 else 8000)
        case BouleThrown():
            return structs.replace(fact, how="shot" if fact.how == "point" else "point")
        case _:
            return fact


def _tried(work: Callable[[], object]) -> object:
    try:
        return work()
    except NotRecorded as no:
        return no


def import_ms() -> float:
    """How long a fresh Python takes to load the rules, compiled before, its own start left out."""
    code = "import time; t = time.perf_counter(); import carreau.core.game, carreau.petanque.book; "
    code += "print((time.perf_counter() - t) * 1000)"
    with tempfile.TemporaryDirectory() as compiled:
        return min(float(_python(compiled, "-c", code)) for _ in range(6))


def folder_s(games: int) -> float:
    """How long `carreau judge FOLDER` takes with so many different games in it."""
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as compiled:
        for seed in range(games):
            Path(folder, f"game-{seed:04}.jsonl").write_bytes(b"".join(written(random_game(seed))))
        start = time.perf_counter()
        printed = _python(compiled, "-m", "carreau", "judge", folder, "--json")
        taken = time.perf_counter() - start
    if len(printed.splitlines()) != games:
        raise RuntimeError(f"{games} games went in, {len(printed.splitlines())} lines came out")
    return taken


def _python(compiled: str, *words: str) -> str:
    """What a fresh Python prints that keeps its compiled modules in a folder."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment["PYTHONPYCACHEPREFIX"] = compiled
    return subprocess.run([sys.executable, *words], capture_output=True, text=True, check=True, env=environment).stdout


def measured(games: int = GAMES) -> dict[str, float]:
    """All figures; `folder_1000_s` is scaled up if fewer games are judged."""
    game = game_of(300)
    replay_ms = best_ms(reading_and_judging(game))
    figures = {
        "replay_300_facts_ms": replay_ms,
        "replay_3000_facts_ms": best_ms(reading_and_judging(game_of(3000)), 3),
        "facts_per_s": 300 / replay_ms * 1000,
        "undo_ms": worst_undo_ms(game),
        "correct_ms": worst_correction_ms(game),
        "import_ms": import_ms(),
        "folder_1000_s": folder_s(games) * GAMES / games,
    }
    return {name: round(value, 2) for name, value in figures.items()}


def main(words: list[str]) -> int:
    """Print the figures."""
    figures = measured()
    if "--json" in words:
        print(json.dumps(figures))
        return 0
    for name, value in figures.items():
        print(f"{name:<22} {value:>10}" + (f"   (asked for: at most {ASKED[name]})" if name in ASKED else ""))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
