"""Pétanque for the tools."""

from collections.abc import Iterator
from typing import Any

from msgspec import to_builtins

from carreau.core.bench import Bench
from carreau.core.facts import SIDES
from carreau.core.rulebook import Rulebook
from carreau.petanque.count import official, target
from carreau.petanque.notation import facts_of, setup_of
from carreau.petanque.shorthand import written
from carreau.petanque.state import PetanqueState
from carreau.sports import Flags, Json, Kit, Score, Sentence, Slots
from carreau.sports import parts as part


def stands(book: Rulebook, state: PetanqueState) -> Json:
    """How a game stands."""
    return {
        "phase": state.phase,
        "end": state.end,
        "score": score(book, state),
        "raw_score": part.points(state),
        "next": part.next_line(book, state),
        "holder": holder(state),
        "in_hand": {side: state.hand(side) for side in SIDES},
        "in_hand_of": part.in_hand_of(state),
        "options": [part.option_line(option) for option in state.options],
        "cards": [to_builtins(card) for card in state.cards],
        "bars": [to_builtins(bar) for bar in state.bars],
        "clocks": [to_builtins(clock) for clock in state.clocks],
        "winner": state.winner,
        "won_by": state.won_by,
    }


def holder(state: PetanqueState) -> str | None:
    """Who holds, while there is a jack to hold the point at."""
    phase = state.before_pause if state.phase == "suspended" else state.phase
    return state.head if phase in ("play", "count") and not state.jack.dead else None


def score(book: Rulebook, state: PetanqueState) -> Score:
    """The official score."""
    bench = Bench(book)
    return {side: official(bench, state, side) for side in SIDES}


def plain(state: PetanqueState) -> Json:
    """What a case may expect."""
    return {
        "next": part.turn(state),
        "holds": state.head,
        "score": part.score(state),
        "phase": state.phase,
        "hands": f"{state.hand('A')}-{state.hand('B')}",
        "jack": state.jack.status,
        "winner": state.winner,
        "cards": tuple(f"{c.player} {c.card}" for c in state.cards),
        "live": (*state.live("A"), *state.live("B")),
    }


def title(book: Rulebook, state: PetanqueState) -> Sentence:
    """At what the sides play, to how many points, by which book."""
    slots: Slots = {"format": state.setup.format, "target": target(Bench(book), state)[0], "rulebook": book.id}
    return "screen.game", slots


def standing(state: PetanqueState) -> Iterator[Sentence]:
    """Who has won, who holds, what is in hand."""
    if state.winner is not None:
        yield "screen.won", {"side": state.winner, "how": state.won_by}
    if (head := holder(state)) is not None:
        yield ("screen.holds", {"side": head}) if head in SIDES else (f"screen.head_{head}", {})
        yield "screen.hands", {f"hand_{side}": state.hand(side) for side in SIDES}


def so_far(state: PetanqueState) -> Sentence:
    """How far the game is."""
    return "screen.so_far", {"number": state.end, "phase": state.phase}


def before(state: PetanqueState) -> Sentence:
    """How the game stood before what cannot be read."""
    slots = {f"points_{side}": state.points(side) for side in SIDES}
    return "screen.stands", {**slots, "number": state.end, "phase": state.phase}


def flags(given: Flags) -> Json:
    """The fields of a set-up."""
    fields: Json = {"format": given.format or "triples", **part.teams(given, lambda id: {"id": id})}
    return fields | ({"target": given.target} if given.target is not None else {})


def chapter(state: PetanqueState) -> int:
    """The end."""
    return state.end


def draw(side: str) -> Json:
    """The fact that this side won the draw."""
    return {"kind": "DrawWon", "side": side}


def _setup_of(rulebook: str, fields: Any) -> Any:
    return setup_of(rulebook, dict(fields))


KIT = Kit(
    name="petanque",
    package="carreau.petanque",
    facts_of=facts_of,
    written=written,
    setup_of=_setup_of,
    flags=flags,
    stands=stands,
    holder=holder,
    plain=plain,
    score=score,
    chapter=chapter,
    chapter_score=part.scored_before,
    title=title,
    standing=standing,
    so_far=so_far,
    before=before,
    chapter_key="screen.end",
    help="screen.help",
    sample="A1 p holds=A",
    keeps_ends=True,
    draw=draw,
)
