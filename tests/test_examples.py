"""The games in `examples/`: each is judged as an umpire would, and its story stands beside it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec import Struct

from carreau.books import BOOKS
from carreau.comparing import differences
from carreau.gamefile import Filed, opened
from carreau.petanque.state import PetanqueState
from carreau.story import telling

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "examples"

Said = tuple[int, str, tuple[str, ...]]


class Example(Struct, frozen=True, kw_only=True):
    """What an umpire who was there would say of a game; `ends`: the points of each end, as `A 3`, or `void`."""

    ends: str
    score: tuple[int, int]
    winner: str
    won_by: str
    cards: tuple[str, ...] = ()
    said: tuple[Said, ...]


ELSEWHERE = ("cochonnet", "five-pin-match", "simulated-singles")  # tested beside the tests of their own
GAMES = {
    "triples": Example(
        ends="A 3, B 2, A 1, void, void, B 4, A 1, A 1, B 1, A 4, A 3",
        score=(13, 7),
        winner="A",
        won_by="points",
        said=(
            (22, "contest.upheld", ("7.1a",)),  # 10.14 m: the opponents place the jack, the boule is played again
            (22, "jack.handed_over", ("8.e", "7.e", "6.o")),
            (22, "contest.replay", ("16.h",)),
            (42, "head.nobody", ("16.k",)),  # the opening boule goes out: the opponents play
            (58, "turn.boule", ("16.a", "7.g")),  # who lost the jack still opens
            (71, "end.void", ("29.1",)),  # equal, and nobody has a boule left
            (79, "jack.dead", ("9.1a",)),
            (80, "end.void", ("14.1a", "14.1b")),  # both sides had boules left
            (84, "turn.boule", ("29.3a",)),  # equal: who played last plays again
            (85, "turn.boule", ("29.3b",)),  # still equal: in turns
            (95, "end.gives", ("29.2b",)),
            (106, "ask.boule_sent_out", ("20.a",)),
            (110, "jack.dead", ("9.1a",)),
            (111, "end.scored", ("14.2",)),  # one boule left, one point
            (129, "measure.nearer", ("26.e",)),  # the umpire's measure
            (174, "game.won", ("5.i",)),
            (175, "game.over", ("5.i",)),
        ),
    ),
    "doubles-timed": Example(
        ends="B 2, A 3, void, B 1, A 1, B 1, A 2",
        score=(6, 4),
        winner="A",
        won_by="time",
        said=(
            (5, "jack.good", ("7.1a",)),
            (29, "boule.dead", ("19.f",)),  # a boule that leaves its lane
            (42, "jack.dead", ("9.7",)),  # and the jack
            (45, "jack.invalid", ("7.1a",)),  # 5.80 m
            (71, "timed.up", ("5.k",)),  # in the fifth end: it is finished, and one more is played
            (91, "timed.play_on", ("5.k",)),  # four all: this game must have a winner
            (109, "timed.won", ("5.k",)),
        ),
    ),
    "cards": Example(
        ends="A 2, B 1, B 3, A 2, B 1, A 2, A 2",
        score=(11, 5),
        winner="A",
        won_by="points",
        cards=("A1 yellow", "A1 orange", "B2 yellow", "B1 yellow", "B1 yellow"),
        said=(
            (6, "card.shown", ("35.1a",)),
            (25, "card.shown", ("35.2",)),
            (26, "orange.played", ("35.2",)),  # the boule thrown with the foot outside is taken off
            (27, "orange.restored", ("35.2", "24.b")),  # and what it struck goes back to its mark
            (44, "card.shown", ("35.1b",)),  # over time: every player of the team
            (45, "card.shown", ("35.1b",)),
            (48, "wrong_boule.warning", ("23.a",)),
            (48, "wrong_boule.exchanged", ("23.b",)),
            (58, "complaint.points", ("2a.g",)),
            (63, "ask.boule_stopped", ("20.d", "20.1", "20.2")),
            (64, "boule_stopped.on_line", ("20.2",)),
            (83, "ask.jack_stopped", ("15.2",)),
            (84, "jack.set_on_line", ("15.2c",)),
            (100, "boule_stopped.replayed", ("20.c",)),
            (128, "game.won", ("5.j",)),
        ),
    ),
    "editions": Example(
        ends="void, void, B 3, B 4, B 4",
        score=(0, 11),
        winner="B",
        won_by="points",
        cards=("A2 yellow", "A3 yellow", "A yellow"),
        said=(
            (8, "ask.jack_bad", ("8.e",)),
            (16, "jack.dead", ("9.3a",)),  # 20.50 m
            (23, "jack.dead", ("9.1a", "15.f")),  # out and back
            (31, "contest.replay", ("16.h",)),
            (36, "circle.lifted", ("6.aa",)),
            (80, "game.won", ("5.j",)),
        ),
    ),
    "three-throws": Example(
        ends="A 3, B 3, void, A 4, A 6",
        score=(13, 3),
        winner="A",
        won_by="points",
        said=(
            (4, "jack.tried_again", ("7.e",)),
            (22, "jack.passed", ("7.e",)),  # the third throw fails: three tries for the others
            (49, "ask.advantage", ("24.a", "24.d")),  # a foot fault, and the boule may be dead
            (43, "jack.dead", ("9.2a", "9.2c")),
            (78, "game.won", ("5.e",)),
        ),
    ),
    "summary-doubles": Example(
        ends="A 2, void, A 5, A 4, A 4",
        score=(15, 0),
        winner="A",
        won_by="points",
        said=(
            (28, "silent.jack_too_far", ("johdanto.a",)),  # 25 m: the summary says nothing
            (35, "ask.foot_fault", ("heittoalue.d",)),
            (76, "game.won", ("seuraavat-erat.a",)),
        ),
    ),
}


def filed(name: str) -> Filed:
    """An example, read and judged."""
    return opened((EXAMPLES / f"{name}.jsonl").read_bytes())


def points_of_ends(state: PetanqueState) -> str:
    """What each end gave, as the score log has it."""
    scored = {p.end: f"{p.side} {p.points}" for p in state.score_log if p.kind == "end"}
    return ", ".join(scored.get(end, "void") for end in range(1, state.ends_completed + 1))


def rulings(game: Filed) -> set[Said]:
    """Everything that was ruled: at which entry, what, by which rows."""
    return {
        (told.step.seq, ruling.key, tuple(row.split("/")[1] for row in ruling.cites))
        for told in telling(game.game)
        for ruling in told.step.rulings
    }


def test_every_example_is_known_here() -> None:
    assert sorted([*GAMES, *ELSEWHERE]) == sorted(path.stem for path in EXAMPLES.glob("*.jsonl"))


@pytest.mark.parametrize("name", GAMES)
def test_the_game_ends_as_it_was_played(name: str) -> None:
    known, state = GAMES[name], filed(name).state
    assert points_of_ends(state) == known.ends
    assert (state.points("A"), state.points("B")) == known.score
    assert (state.winner, state.won_by, state.phase) == (known.winner, known.won_by, "over")
    assert tuple(f"{card.player} {card.card}" for card in state.cards) == known.cards


@pytest.mark.parametrize("name", GAMES)
def test_the_umpire_would_have_said_so(name: str) -> None:
    missing = set(GAMES[name].said) - rulings(filed(name))
    assert not missing


def test_what_was_withdrawn_and_corrected_stays_in_the_log() -> None:
    told = [*telling(filed("cards").game)]
    assert [part.step.seq for part in told if part.undone_by is not None] == [71]
    assert [part.step.seq for part in told if part.corrected_by is not None] == [55]


@pytest.mark.parametrize("name", GAMES)
def test_every_throw_names_its_player(name: str) -> None:
    """The players' names stand outside the log, and the log knows nobody that they leave out."""
    game = filed(name)
    assert set(game.record.people) == {player.id for player in game.state.players}


def test_every_book_has_a_game_to_its_end() -> None:
    told = [opened(path.read_bytes()) for path in EXAMPLES.glob("*.jsonl")]
    assert {game.record.edition.id for game in told if game.state.winner} == set(BOOKS)


def test_the_editions_part_on_more_than_twenty_facts() -> None:
    """One game of triples, judged fact by fact under the code of 1995: what each would have said, and by which article."""
    found = list(differences(filed("editions").game, BOOKS["fpusa-1995"]))
    assert len(found) > 20
    kinds = {(r.key, side) for d in found for side, rulings in (("2016", d.here), ("1995", d.there)) for r in rulings}
    assert {
        ("jack.handed_over", "2016"), ("jack.tried_again", "1995"), ("jack.dead", "2016"), ("jack.live", "1995"),
        ("ask.card", "2016"), ("ask.advantage", "1995"), ("circle.lifted", "2016"),
    } <= kinds  # fmt: skip
    assert all(r.cites for d in found for r in d.here)


@pytest.mark.parametrize("name", [*GAMES, *ELSEWHERE])
def test_the_story_is_what_the_program_prints(name: str) -> None:
    """To write a story anew: NO_COLOR=1 COLUMNS=120 ./carreau judge examples/NAME.jsonl --lang en > NAME.story.txt"""
    command = [sys.executable, "-m", "carreau", "judge", f"examples/{name}.jsonl", "--lang", "en"]
    environment = {**os.environ, "NO_COLOR": "1", "COLUMNS": "120", "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr.decode()
    story = (EXAMPLES / f"{name}.story.txt").read_text("utf-8").splitlines()
    assert [line.rstrip() for line in done.stdout.decode().splitlines()] == [line.rstrip() for line in story]
