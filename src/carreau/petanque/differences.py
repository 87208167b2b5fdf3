"""What is otherwise in one state of a game of pétanque than in another: score, turn, head, jack, boules, people."""

from collections.abc import Iterator

from carreau.core.bench import Bench
from carreau.core.difference import Difference, Differences, by_name, by_side, members, number, questions, turns, winner
from carreau.core.facts import SIDES
from carreau.core.rulebook import Rulebook
from carreau.petanque.count import official
from carreau.petanque.state import PetanqueState

STEPS = {
    "yellow": "card", "orange": "card", "red": "card", "warning": "warning", "boule": "boule_lost", "end": "end_missed",
}  # fmt: skip


def differences(book: Rulebook, was: PetanqueState, now: PetanqueState) -> Differences:
    """What differs, the weightiest first."""
    yield from winner(was, now)
    yield from by_side("score", *({side: official(Bench(book), s, side) for side in SIDES} for s in (was, now)))
    yield from number("end", was.end, now.end)
    yield from turns(was, now)
    yield from questions(was, now)
    yield from by_name("holder", _holder(was), _holder(now))
    yield from by_name("thrower", *(s.jack.thrown_by or s.jack_side for s in (was, now)), number=_end(now))
    yield from _jack(was, now)
    if was.end == now.end:
        yield from by_side("hands", *({side: s.hand(side) for side in SIDES} for s in (was, now)))
        yield from _boules(was, now)
    yield from _proposed(was, now)
    yield from _people(was, now)


def _end(state: PetanqueState) -> int:
    return max(state.end, state.ends_completed + 1)


def _holder(state: PetanqueState) -> str:
    return state.head if state.phase in ("play", "count") and not state.jack.dead else "none"


def _jack(was: PetanqueState, now: PetanqueState) -> Differences:
    if was.end == now.end and was.jack.dead != now.jack.dead:
        yield Difference(topic="jack", key="differs.jack_dead" if now.jack.dead else "differs.jack_alive")


def _boules(was: PetanqueState, now: PetanqueState) -> Iterator[Difference]:
    before, after = ({b.id: b.live for b in s.boules} for s in (was, now))
    yield from members("boule", "boule", before, after)
    for id in after:
        if before.get(id, after[id]) != after[id]:
            key = "differs.boule_live" if after[id] else "differs.boule_dead"
            yield Difference(topic="boule", key=key, slots={"boule": id})


def _proposed(was: PetanqueState, now: PetanqueState) -> Differences:
    if was.proposed != now.proposed and now.proposed is not None:
        side, points = now.proposed
        key = "differs.gives" if side is not None else "differs.gives_nothing"
        yield Difference(topic="points", key=key, slots={"side": side, "points": points})


def _people(was: PetanqueState, now: PetanqueState) -> Differences:
    for step, topic in STEPS.items():
        shown = ([c.player for c in s.cards if c.card == step] for s in (was, now))
        yield from members(topic, "player", *shown, card=step)
    yield from members("out", "player", *([p.id for p in s.players if p.out] for s in (was, now)))
