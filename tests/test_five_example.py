"""The recorded match of five pins: it is judged as a referee would, and its story stands beside it."""

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

from carreau.billiards.five_state import Two
from carreau.core.game import Game, replay
from carreau.core.record import read
from tests.five import BOOK, state_of

ROOT = Path(__file__).parent.parent
PLACE = ROOT / "examples" / "five-pin-match.jsonl"


@cache
def match() -> Game:
    """The match as its file tells it."""
    return replay(BOOK, read(PLACE.read_bytes(), {BOOK.id: BOOK}).entries)


def test_the_match_ends_as_it_was_played() -> None:
    """Three sets, started in turn; the winner of two has the match point."""
    state = state_of(match())
    assert [(s.starter, s.winner, s.score) for s in state.sets] == [
        ("A", "A", Two(50, 42)),
        ("B", "B", Two(35, 50)),
        ("A", "A", Two(50, 39)),
    ]
    assert (state.winner, state.won_by, state.phase) == ("A", "points", "over")
    assert (state.match_points, state.set_points) == (Two(1, 0), Two(2, 1))


SAID: tuple[tuple[int, str, str], ...] = (
    (1, "draw.late", "24.2b"),
    (2, "ask.who_starts", "24.6"),
    (4, "match.begins", "23.a"),
    (5, "award.striker", "25.4"),
    (8, "pin.kept_out", "43.8a"),
    (11, "ask.reached_red_first", "22.2c"),
    (12, "value.red", "22.2b"),
    (23, "pin.left", "43.4b"),
    (29, "time.penalty", "49.2a"),
    (34, "foul.none", "61.14b"),
    (39, "award.capped", "21.1c"),
    (40, "wrong_ball.points_stand", "25.9a"),
    (41, "turn.next_set", "25.7"),
    (54, "disturbance.not_charged", "62.a"),
    (62, "said.met_at_once", "61.4a"),
    (69, "hand.given", "44.4"),
)


def test_the_referee_would_have_said_so() -> None:
    """Each of these entries has its ruling, and the ruling its article."""
    steps = {step.seq: step for step in match().line}
    for seq, key, row in SAID:
        cited = {c for r in steps[seq].rulings if r.key == key for c in r.cites}
        assert f"{BOOK.id}/{row}" in cited, (seq, key, [r.key for r in steps[seq].rulings])


def test_the_story_is_what_the_program_prints() -> None:
    """To write it anew: NO_COLOR=1 COLUMNS=120 ./carreau judge examples/five-pin-match.jsonl --lang en"""
    command = [sys.executable, "-m", "carreau", "judge", f"examples/{PLACE.name}", "--lang", "en"]
    environment = {**os.environ, "NO_COLOR": "1", "COLUMNS": "120", "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr.decode()
    story = PLACE.with_suffix(".story.txt").read_text("utf-8").splitlines()
    assert [line.rstrip() for line in done.stdout.decode().splitlines()] == [line.rstrip() for line in story]
