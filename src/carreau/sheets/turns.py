"""A match of five pins turn by turn: what each turn at the table gave to whom, and its marks; sums of the fold."""

from collections.abc import Iterator
from typing import Any

from carreau.core.facts import SIDES, Side, other
from carreau.core.game import Game, Step
from carreau.sheets.wording import Wording, effects, kind_of, root_of, walked
from carreau.sports import Score

PINS = "cnesw"


class Turn:
    """One turn of a player at the table; corrections of it may still come."""

    def __init__(self, side: Side) -> None:
        self.side = side
        self.own = 0
        self.given = 0
        self.marks = ""
        self.fouls = 0
        self.begun = False

    def took(self, words: Wording, step: Step, gains: Score) -> None:
        """What an entry adds to the turn."""
        self.own += gains[self.side]
        self.given += gains[other(self.side)]
        self.begun = True
        if any(effects(step, "Rejudged")):
            self.marks, self.fouls = "", 0
        if any(effects(step, "Awarded")):
            self.marks = " ".join(filter(None, (self.marks, stroke_marks(words, step))))
            self.fouls += len(_stroke(step).fouls)
        elif any(effects(step, "Scored")):
            why = next(effects(step, "Scored")).why
            points = gains[other(self.side)] or gains[self.side]
            self.marks = " ".join(filter(None, (self.marks, words.say(f"sheet.mark_{why}", points=points))))


def _stroke(step: Step) -> Any:
    state: Any = step.state
    return state.stroke


def stroke_marks(words: Wording, step: Step) -> str:
    """Cannon or casin, the pins, the fouls with what they cost, and ball in hand."""
    stroke = _stroke(step)
    marks = [words.say("sheet.mark_hand")] if stroke.kind == "ball_in_hand" else []
    if stroke.red_points:
        marks.append(words.say("sheet.mark_cannon" if stroke.seen.red_by == "cue" else "sheet.mark_casin"))
    if stroke.seen.pins:
        marks.append("".join(words.say(f"sheet.pin_{pin}") for pin in stroke.seen.pins))
    marks += [words.say("sheet.mark_foul", offence=foul.offence) for foul in stroke.fouls]
    if stroke.fouls and stroke.awarded:
        marks.append(words.say("sheet.mark_to", points=stroke.awarded))
    return " ".join(marks)


class Inning:
    """One turn of each player, and the totals after it."""

    def __init__(self) -> None:
        self.turns: dict[Side, Turn] = {}
        self.total: Score = {}


class Set:
    """A set as it was played, or as far as it has been."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.turns: list[Turn] = []
        self.score: Score = dict.fromkeys(SIDES, 0)
        self.winner: Side | None = None
        self.first_ms: int | None = None
        self.last_ms: int | None = None
        self.before: Score = dict.fromkeys(SIDES, 0)

    @property
    def innings(self) -> list[Inning]:
        """The turns two by two, with the totals after both."""
        found: list[Inning] = []
        total = dict(self.before)
        for turn in self.turns:
            first = self.turns[0].side
            if not found or turn.side in found[-1].turns or (turn.side == first and found[-1].turns):
                found.append(Inning())
            found[-1].turns[turn.side] = turn
            total[turn.side] += turn.own
            total[other(turn.side)] += turn.given
            found[-1].total = dict(total)
        return found

    def best(self, side: Side) -> int:
        """The most that one turn gave to its own player."""
        return max((turn.own for turn in self.turns if turn.side == side), default=0)

    def given(self, side: Side) -> int:
        """What a player's own turns gave to the other."""
        return sum(turn.given for turn in self.turns if turn.side == side)

    def fouls(self, side: Side) -> int:
        """How many fouls were called on a player."""
        return sum(turn.fouls for turn in self.turns if turn.side == side)


def sets_of(words: Wording, game: Game) -> Iterator[Set]:
    """The sets in their order."""
    told = Set(1)
    by_root: dict[int, Turn] = {}
    fresh = True
    for was, step in walked(game):
        now: Any = step.state
        closed = now.sets[len(was.sets) :]
        score = closed[-1].score if closed else now.score
        gains: Score = {side: score.of(side) - was.score.of(side) for side in SIDES}
        if kind_of(step.entry.fact) == "PositionStated":
            told, fresh = _stated(told, now), True
            continue
        turn = _turn(told, was, step, by_root, gains, fresh)
        if turn is not None:
            by_root[root_of(step)] = turn
            fresh = fresh and turn.begun
            turn.took(words, step, gains)
        told.score = {side: score.of(side) for side in SIDES}
        told.first_ms = step.entry.moment.at_ms if told.first_ms is None and told.turns else told.first_ms
        told.last_ms = step.entry.moment.at_ms if step.entry.moment.at_ms is not None else told.last_ms
        fresh = fresh or any(effect.new for effect in effects(step, "TurnIs"))
        if closed:
            told.winner = closed[-1].winner
            yield told
            told, by_root, fresh = Set(now.set_no), {}, True
    if told.turns:
        yield told


def _stated(told: Set, now: Any) -> Set:
    """The score was told anew: the turns before it are not known."""
    begun = Set(now.set_no)
    begun.before = begun.score = {side: now.score.of(side) for side in SIDES}
    return begun


def _turn(told: Set, was: Any, step: Step, by_root: dict[int, Turn], gains: Score, fresh: bool) -> Turn | None:
    """The turn that an entry belongs to: that of what it answers, the one judged again, or the one at the table."""
    known = by_root.get(root_of(step))
    if known is not None:
        return known
    played = any(effects(step, "Awarded", "FoulCalled", "StrokeLost", "Asked")) or any(gains.values())
    stroke = kind_of(step.entry.fact) == "StrokePlayed"
    if not stroke and not (played and any(gains.values())):
        return None
    if any(effects(step, "Rejudged")) and told.turns:
        return told.turns[-1]
    if fresh or not told.turns:
        told.turns.append(Turn(_at_table(was, step)))
    return told.turns[-1]


def _at_table(was: Any, step: Step) -> Side:
    side: Side = (was.turn.side if was.turn is not None else None) or _stroke(step).side
    return side
