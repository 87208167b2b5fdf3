"""A game of pétanque as its screens show it: what is asked for now, boules in hand, the jack, the count, the clocks."""

from carreau.core.bench import Bench
from carreau.core.facts import SIDES, Side, other
from carreau.core.game import Game
from carreau.core.nearness import Order, compared
from carreau.core.possible import Form, passes
from carreau.core.preview import preview
from carreau.core.rulebook import Rulebook
from carreau.desk.views.board import chapters
from carreau.desk.views.clocks import clocks_of, startable
from carreau.desk.views.frame import frame
from carreau.desk.views.map import last_map
from carreau.desk.views.reader import Reader, article
from carreau.petanque import facts as f
from carreau.petanque.absorbing import boules_each
from carreau.petanque.contest import beyond_dispute
from carreau.petanque.good_jack import clauses_of
from carreau.petanque.state import Boule, PetanqueState
from carreau.sports import Json, kit_of, parts

FAULTS: tuple[f.JackFault, ...] = (
    "too_near", "too_far", "obstacle", "boundary", "end_line", "hidden", "off_lane", "circle_obstacle", "circle_boundary",
    "circle_other",
)  # fmt: skip
MOST_POINTS = 6
NEARER = ("nearer", "equal")


def view(game: Game, reader: Reader) -> Json:
    """All that the screens of a game of pétanque show."""
    state: PetanqueState = game.state  # type: ignore[assignment]  # a game of this sport
    shown = frame(game, reader)
    if asks(state) == "boule":
        shown["status"]["text"] = playing(game, state, reader)
    if asks(state) == "draw":
        shown["status"] |= {"text": reader.says(game, "desk.turn.draw"), "seq": None}
    return shown | {
        "asks": asks(state),
        "holds": kit_of(game.book).holder(state),
        "end": max(state.end, state.ends_completed + 1),
        "hands": {side: state.hand(side) for side in SIDES},
        "most": {side: most(game.book, state) for side in SIDES},
        "allotted": {side: state.allotted.of(side) for side in SIDES},
        "boule": sum(state.played.of(side) for side in SIDES) + 1,
        "boules": [boule_of(boule) for boule in state.boules],
        "outs": {side: outs(state, side) for side in SIDES},
        "jack": jack(game, state, reader),
        "who": players(state, reader),
        "count": count(game, state) if asks(state) == "count" else None,
        "cards": cards(state),
        "clocks": clocks_of(game, state, reader),
        "startable": startable(game, state, reader),
        "ends": chapters(state),
        "map": last_map(game),
        "terrain": state.terrain or state.setup.terrain.id,
    }


def asks(state: PetanqueState) -> str:
    """What the screen asks for: an answer, the draw, the jack, a boule, who holds, the points, the result, or nothing."""
    if state.waiting is not None:
        return "question"
    if state.winner is not None or state.phase in ("result", "over"):
        return "over" if state.phase == "over" else "result"
    if state.phase == "suspended":
        return "suspended"
    if state.phase in ("setup", "draw"):
        return "draw"
    if state.turn is not None and state.turn.side is not None:
        return state.turn.does
    if state.phase == "count":
        return "count"
    return "head" if state.phase == "play" and state.head == "unknown" else "nothing"


def playing(game: Game, state: PetanqueState, reader: Reader) -> str:
    """Who plays, and who holds the point."""
    side = state.turn.side if state.turn is not None else None
    first = not state.boules
    kind = "holds" if state.head in SIDES else None if first else state.head
    return reader.says(game, "desk.status.boule", side=side, holds=state.head, kind=kind)


def most(book: Rulebook, state: PetanqueState) -> int:
    """The points that a side can have in an end of this game: as many as a full team has boules."""
    return boules_each(book, state.setup) * book.limit(f"format.{state.setup.format}_players")


def boule_of(b: Boule) -> Json:
    """A boule of this end."""
    return {"id": b.id, "side": b.side, "player": b.player, "status": b.status, "reason": b.reason}


def outs(state: PetanqueState, side: Side) -> list[str]:
    """The live boules of a side, in the order in which they are taken for out when only a number is said.

    Those of which nothing is known come first, the nearest last.
    """
    known = _places(state.order)
    return sorted(state.live(side), key=lambda id: (id in known, -known.get(id, 0)))


def _places(order: Order) -> dict[str, int]:
    return {id: place for place, word in enumerate(order) for id in (word.near, word.far)}


def jack(game: Game, state: PetanqueState, reader: Reader) -> Json:
    """The jack of this end: who throws it, in which attempt, and for what it may be found bad in this edition."""
    book = game.book
    most = book.limit("jack.attempts") if book.has_limit("jack.attempts") else 1
    contested = Form(fact=f.JackContested(side=other(state.jack.thrown_by or "A")))
    return {
        "status": state.jack.status,
        "by": state.jack.thrown_by,
        "range_mm": state.jack.range_mm,
        "attempt": state.jack.attempts + 1,
        "passes": state.jack.passes,
        "most": most,
        "contest": not beyond_dispute(state) and passes(book, state, contested),
        "faults": faults(game, reader),
    }


def faults(game: Game, reader: Reader) -> list[Json]:
    """For what a jack may be bad in this edition, with the article."""
    return [
        {"id": id, "say": reader.says(game, f"desk.fault.{id}"), "art": article(rows)}
        for id, rows in _faults(game.book)
    ]


def _faults(book: Rulebook) -> list[tuple[str, list[str]]]:
    bench = Bench(book)
    found = ((id, clauses_of(bench, id)) for id in FAULTS)
    return [(id, parts.rows_of(book, clauses)) for id, clauses in found if clauses]


def players(state: PetanqueState, reader: Reader) -> Json:
    """The players of each side, with the boules that each has in hand as far as that is noted."""
    return {
        side: [
            {"id": p.id, "name": reader.people.get(p.id), "hand": p.hand, "out": p.out or not p.plays, "away": p.away}
            for p in state.side_players(side)
        ]
        for side in SIDES
    }


def cards(state: PetanqueState) -> list[Json]:
    """The steps of the ladder so far."""
    return [
        {"player": c.player, "side": c.side, "card": c.card, "offence": c.offence, "end": c.end, "seq": c.seq}
        for c in state.cards
    ]


# --- the count -------------------------------------------------------------------------------------


def count(game: Game, state: PetanqueState) -> Json:
    """What the end can give: the points that would be recorded for each side with the score after them, and what the
    book proposes; which boules are still to be compared.
    """
    proposed = state.proposed
    return {
        "proposed": {"side": proposed[0], "points": proposed[1]} if proposed is not None else None,
        "holds": kit_of(game.book).holder(state),
        "points": {side: _possible(game, side) for side in SIDES},
        "none": _after(game, None, 0),
        "nearer": nearer(state),
    }


def _possible(game: Game, side: Side) -> list[Json]:
    found = ((points, _after(game, side, points)) for points in range(1, MOST_POINTS + 1))
    return [{"points": points, **after} for points, after in found if after is not None]


def _after(game: Game, side: Side | None, points: int) -> Json | None:
    would = preview(game, f.EndCounted(side=side, points=points))
    if would.state is None:
        return None
    state: PetanqueState = would.state  # type: ignore[assignment]
    return {"score": kit_of(game.book).score(game.book, state), "winner": state.winner}


def nearer(state: PetanqueState) -> Json | None:
    """The boules of the side that holds, each against the best of the others as far as that is known: `nearer`,
    `farther`, `equal`, or nothing where somebody would have to look.
    """
    holder = state.head
    if holder not in SIDES or state.jack.dead:
        return None
    best = _best(state, other(holder))
    mine = [
        {
            "id": id,
            "is": compared(state.order, id, best) if best is not None else None,
            "source": _source(state, id, best),
        }
        for id in state.live(holder)
    ]
    return {"side": holder, "best": best, "boules": mine}


def _best(state: PetanqueState, side: Side) -> str | None:
    """The nearest boule of a side, if it has only one, or if its boules have all been compared."""
    live = state.live(side)
    return next((id for id in live if all(id == o or compared(state.order, id, o) in NEARER for o in live)), None)


def _source(state: PetanqueState, boule: str, best: str | None) -> str | None:
    """From where it is known how two boules lie."""
    return next((word.source for word in state.order if best is not None and word.joins(boule, best)), None)
