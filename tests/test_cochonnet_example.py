"""The recorded game of billiard cochonnet: judged as an umpire would, from the draw to the thirteenth point."""

from pathlib import Path

from carreau.core.game import Game, replay
from carreau.core.record import read, written
from tests.cochonnet import BOOK, state_of

RECORD = Path(__file__).parent.parent / "examples" / "cochonnet.jsonl"

SAID = (
    (1, "lag.won", "5.a"),
    (2, "jack.again", "I.a"),
    (4, "turn.ball", "8.a"),  # the first good ball is answered
    (6, "ball.too_soft", "II.a"),
    (6, "turn.ball", "II.d"),
    (7, "turn.ball", "8.b"),  # the nearest keeps the turn
    (10, "ball.one_cushion", "6.a"),
    (11, "ball.touched_before", "III.a"),
    (12, "moved.put_back", "III.b"),
    (12, "turn.ball", "III.c"),
    (22, "points.scored", "10.a"),
    (22, "jack.to_winner", "11.a"),
    (25, "jack_out.void", "IV.a"),
    (28, "jack_out.penalty", "IV.b"),  # the same side twice running
    (58, "stop.stops", "13.a"),
    (65, "ask.body_beyond", "7.d"),
    (71, "jack_out.unplayed", "IV.c"),  # our reading: the text breaks off
    (76, "ball.exchanged", "7.e"),
    (81, "nearest.equal", "8.b"),
    (93, "points.void", "10.a"),
    (101, "ask.moved_by_somebody", "title.a"),
    (121, "ask.places_unknown", "III.b"),
    (132, "points.gives", "2.d"),
    (133, "game.won", "2.c"),
)


def game() -> Game:
    """The game as its record tells it."""
    return replay(BOOK, read(RECORD.read_bytes(), {BOOK.id: BOOK}).entries)


def test_the_game_ends_as_it_was_played() -> None:
    """Nine ends: each gave what it gave."""
    state = state_of(game())
    given = {p.end: f"{p.side} {p.points} {p.kind}" for p in state.score_log}
    ends = [given.get(end, "void") for end in range(1, state.ends_completed + 1)]
    assert ends == ["A 2 end", "void", "A 1 penalty", "A 2 end", "B 1 end", "B 7 end", "void", "A 5 end", "A 3 end"]
    assert (state.winner, state.won_by, state.phase) == ("A", "points", "over")
    assert [p.end for p in state.score_log if p.reading] == [6]


def test_the_umpire_would_have_said_so() -> None:
    """At these entries these things, by these rows."""
    said = {
        (step.seq, ruling.key, row.split("/")[1])
        for step in game().line
        for ruling in step.rulings
        for row in ruling.cites
    }
    assert not [line for line in SAID if line not in said]


def test_what_was_withdrawn_stays_in_the_record() -> None:
    """A ball was entered before it had come to rest; its entry is there, and the story goes on without it."""
    told = game()
    assert 78 not in {step.seq for step in told.line}
    assert told.heard[79].entry.fact.seqs == (78,)
    assert len(told.log) == 134


def test_the_record_is_written_as_it_was_read() -> None:
    """Read, judged and written again it is the same file."""
    record = read(RECORD.read_bytes(), {BOOK.id: BOOK})
    assert b"".join(written(replay(BOOK, record.entries), record.people)) == RECORD.read_bytes()
    assert set(record.people) == {p.id for p in state_of(game()).players}
