"""Pétanque without the book at hand: who plays after every plain throw, and what an end does to the score."""

from typing import Any

from carreau.core.facts import SIDES, Side
from carreau.core.game import Game, begun, play
from carreau.core.judging import NotRecorded
from carreau.core.rulebook import Rulebook
from carreau.offline.chart import Key, Play, Standing, charted, written
from carreau.offline.petanque_jack import jack
from carreau.petanque import facts as f
from carreau.petanque.state import PetanqueState
from carreau.sports import Json, kit_of

HEADS = ("nobody", "A", "B", "equal")
FORMATS = {6: "triples", 3: "singles"}  # boules a side: doubles are as triples
TARGETS = (13, 11)
Readings = dict[str, str]


def tables(edition: Rulebook, readings: Readings) -> Json:
    """The order of play with six and with three boules a side, what follows a jack, and the score after each end."""
    return {
        "jack": jack(edition, readings),
        "order": {str(boules): written(way, charted(way)) for boules in FORMATS for way in [order(edition, boules, readings)]},
        "ends": {str(target): table for target in TARGETS if (table := ends(edition, target, readings)) is not None},
    }  # fmt: skip


# --- the order of play -----------------------------------------------------------------------------

FIELDS = ("opener", "a", "b", "head", "lain", "last", "again")


def order(edition: Rulebook, boules: int, readings: Readings) -> Play:
    """How the order of play is walked: from nothing played, whoever opens.

    A state is the opener, the boules in hand, who holds (0 nobody, 1 A, 2 B, 3 equal), whether a boule has lain in this
    end, who played last (0 nobody yet), and of a head that nobody holds whether the last boule made it so (1), an
    earlier one (0), or nobody has held yet (-1).
    """
    fields = {"format": FORMATS[boules], "readings": readings}
    game = begun(edition, kit_of(edition).setup_of(edition.id, fields))

    def stated(key: Key) -> Game:
        return play(game, position(key), trusted=True)

    return Play(
        fields=FIELDS,
        starts=tuple((n, boules, boules, 0, 0, 0, -1) for n in (1, 2)),
        outcomes=HEADS,
        stated=stated,
        key_of=key_of,
        thrown=lambda side, holds: f.BouleThrown(side=side, holds=holds),  # type: ignore[arg-type]
        does="boule",
    )


def position(key: Key) -> f.PositionStated:
    """The state as a fact."""
    opener, a, b, head, lain, last, again = key
    return f.PositionStated(
        opener=SIDES[opener - 1],
        in_hand={"A": a, "B": b},
        last=SIDES[last - 1] if last else None,
        head=HEADS[head],  # type: ignore[arg-type]
        boule_has_lain=bool(lain),
        run=None if again < 0 else 1 - again,
        jack="locked",
    )


def key_of(state: PetanqueState, before: Key) -> Key:
    """What decides who plays; which side opened is kept, for `before` knows."""
    memory = state.memory
    again = -1 if memory.run is None else int(memory.run == 0)
    last = SIDES.index(memory.last) + 1 if memory.last is not None else 0
    hands = (state.hand("A"), state.hand("B"))
    return (before[0], *hands, HEADS.index(memory.head), int(memory.ever_live), last, again)


def standing(state: PetanqueState) -> Standing:
    """Where a game stands, if its order of play is plain."""
    if state.phase != "play" or state.head == "unknown" or state.opener is None:
        return None
    boules = next(str(n) for n, name in FORMATS.items() if (name == "singles") == (state.setup.format == "singles"))
    return boules, key_of(state, (SIDES.index(state.opener) + 1,))


# --- the score -------------------------------------------------------------------------------------


def ends(edition: Rulebook, target: int, readings: Readings) -> Json | None:
    """What an end does: for the points that a side has and those that it gets, the points after it; below 0 it has won.

    `jack`: who throws it next, after an end with points and after one without: `scorer`, the `same` side or the `other`.
    None where the book plays no such game.
    """
    fields = {"format": "triples", "detail": "ends", "target": target, "stage": "league", "readings": readings}
    try:
        game = begun(edition, kit_of(edition).setup_of(edition.id, fields))
    except NotRecorded:
        return None
    most = edition.limit("format.triples_players") * edition.limit("format.triples_boules")
    scores = [[_after(game, own, points) for points in range(1, most + 1)] for own in range(target)]
    return {"score": scores, "jack": {"points": _jack(game, 1), "none": _jack(game, 0)}}


def _after(game: Game, own: int, points: int) -> int:
    there = _counted(_at(game, {"A": own, "B": 0}), "A", points)
    state: Any = there.state
    official = kit_of(there.book).score(there.book, state)["A"]
    return -official if state.winner == "A" else official


def _jack(game: Game, points: int) -> str:
    """Who throws the next jack in an end that A has opened and B has scored in, or nobody."""
    scorer: Side | None = "B" if points else None
    state: Any = _counted(play(game, f.DrawWon(side="A")), scorer, points).state
    return next_jack(state.owner, scorer=scorer)


def next_jack(owner: str, *, scorer: str | None) -> str:
    """Who has the jack after an end that A has opened, in terms of that end."""
    if owner == scorer:
        return "scorer"
    return "same" if owner == "A" else "other"


def _at(game: Game, score: dict[Side, int]) -> Game:
    return play(game, f.PositionStated(score=score, jack="in_hand", opener="A"), trusted=True)


def _counted(game: Game, side: Side | None, points: int) -> Game:
    return play(game, f.EndCounted(side=side, points=points), trusted=True)
