"""Five pins without the book at hand: what every stroke of the referee's few questions is worth, and what is announced."""

from collections.abc import Iterator
from itertools import product
from typing import Any

from carreau.billiards import five_facts as f
from carreau.billiards.five_effects import Awarded
from carreau.billiards.five_state import FivePinsState, StrokeKind
from carreau.core.facts import Entry, Moment
from carreau.core.game import Game, begun, play
from carreau.core.judging import NotRecorded, judged
from carreau.core.rulebook import Rulebook
from carreau.core.ruling import Ruling
from carreau.sports import Json, kit_of

FAR = 99  # a distance that no stroke reaches
REDS = ("nobody", "cue", "object", "both")
YES_NO = (False, True)
KINDS: tuple[StrokeKind, ...] = ("normal", "starting", "ball_in_hand")
NAMES = {"A": "striker", "B": "opponent"}
Readings = dict[str, str]


def tables(edition: Rulebook, readings: Readings) -> Json:
    """What a stroke gives, by its answers in their order: `outcomes[strokes[n]]`; nothing where it cannot have been.

    The number of a stroke counts through object ball, red before, pins before, by the cue ball (no, yes), red (nobody,
    cue, object, both) and the pins, the last fastest: the centre pin 1, north 2, east 4, south 8, west 16.
    """
    outcomes: list[Json] = []
    tables = {kind: [_number(outcome, outcomes) for outcome in strokes(edition, kind, readings)] for kind in KINDS}
    return {"strokes": tables, "outcomes": outcomes}


def quicks() -> Iterator[f.Quick]:
    """The answers in their order."""
    for object_ball, red_before, pins_before, by_cue, red in product(YES_NO, YES_NO, YES_NO, YES_NO, REDS):
        for number in range(2 ** len(f.PINS)):
            yield f.Quick(
                object_ball=object_ball,
                red_before=red_before,
                pins_before=pins_before,
                by_cue=by_cue,
                red=red,  # type: ignore[arg-type]
                pins=tuple(pin for n, pin in enumerate(f.PINS) if number >> n & 1),
            )


def strokes(edition: Rulebook, kind: StrokeKind, readings: Readings) -> Iterator[Json | None]:
    """What each of them gives in a stroke of this kind; None where the book refuses it."""
    game = table_of(edition, kind, readings)
    return (outcome(game, quick) for quick in quicks())


def table_of(edition: Rulebook, kind: StrokeKind, readings: Readings) -> Game:
    """A match in which A is to play such a stroke, far from the distance."""
    game = begun(edition, kit_of(edition).setup_of(edition.id, {"distance": FAR, "readings": readings}))
    hand = kind == "ball_in_hand"
    here = f.PositionStated(
        starter="A", striker="A", stroke=kind, score={"A": 0, "B": 0}, half="lower" if hand else None, laid=hand or None
    )
    return play(game, here, moment=Moment(by="umpire"), trusted=True)


def outcome(game: Game, quick: f.Quick) -> Json | None:
    """What the stroke gives: to whom how many points, who plays next and how, what is announced and what is asked."""
    try:
        entry = Entry(moment=Moment(seq=len(game.heard)), fact=f.StrokePlayed(quick=quick))
        state, rulings = judged(game.book, game.state, entry)
    except NotRecorded:
        return None
    assert isinstance(state, FivePinsState)
    given = next((e for r in rulings for e in r.effects if isinstance(e, Awarded)), None)
    return {
        "to": NAMES.get(given.side or "") if given is not None else None,
        "points": given.points if given is not None else None,
        "next": NAMES.get((state.turn.side if state.turn is not None else None) or ""),
        "hand": state.kind == "ball_in_hand",
        "says": [_said(ruling) for ruling in rulings],
        "asks": [option.ask for option in state.options],
    }


def _said(ruling: Ruling) -> list[Any]:
    """A ruling's key, its slots with the players by their parts, and its rows."""
    slots = {name: NAMES.get(str(value), value) for name, value in ruling.slots.items()}
    return [ruling.key, slots, list(ruling.cites)]


def _number(outcome: Json | None, outcomes: list[Json]) -> int | None:
    if outcome is None:
        return None
    if outcome not in outcomes:
        outcomes.append(outcome)
    return outcomes.index(outcome)
