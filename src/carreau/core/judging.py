"""How one fact is judged: the door, what the fact itself changes, then the decisions stage by stage."""

from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

from msgspec import structs

from carreau.core.bench import Bench
from carreau.core.decision import Decision, Plan
from carreau.core.facts import Chosen, Entry
from carreau.core.rulebook import Rulebook
from carreau.core.ruling import Answered, Asked, Effect, Option, Refused, Reminded, Ruling, Settling, Slot, State


class NotRecorded(Exception):
    """The fact can't be recorded as it stands; `ruling` says why, by key, slots and clauses."""

    def __init__(self, ruling: Ruling, fact: Any, seq: int) -> None:
        super().__init__(f"{ruling.key} {ruling.slots} (fact {seq}, {type(fact).__name__})")
        self.ruling = ruling
        self.fact = fact
        self.seq = seq

    @property
    def breach(self) -> str | None:
        """The breach under which the same fact could be entered."""
        return next((e.breach for e in self.ruling.effects if isinstance(e, Refused)), None)


class Contradiction(Exception):
    """Two decisions of one stage rule otherwise about the same thing, or none rules where one is due."""


So = tuple[Ruling, ...]
Judged = tuple[State, So]


def judged(book: Rulebook, was: State, entry: Entry) -> Judged:
    """The state after a fact and all rulings on it; `NotRecorded` when it is refused at the door."""
    fact, bench = entry.fact, Bench(book)
    heard = structs.replace(was, moment=entry.moment)
    plan = book.plan(was, fact)
    so_far = _at_the_door(bench, plan.door, was, heard, entry) if plan.door else ()
    if type(fact) is Chosen:
        result = _answered(bench, heard, fact, so_far)
    else:
        now = book.sport.absorb(book, heard, fact)
        if so_far:
            now, plan = _applied(book, now, so_far), plan.full or plan
        result = _stages(bench, was, now, fact, plan, so_far)
    return _one_at_a_time(was, entry, result) if was.options else result


def _at_the_door(bench: Bench, door: tuple[Decision, ...], was: State, heard: State, entry: Entry) -> So:
    """What is said before the fact counts; it may be that it does not."""
    so_far = _rulings(bench, door, was, heard, entry.fact, ())
    for ruling in so_far:
        if any(isinstance(e, Refused) for e in ruling.effects):
            raise NotRecorded(ruling, entry.fact, entry.moment.seq)
    return so_far


def _one_at_a_time(was: State, entry: Entry, result: Judged) -> Judged:
    """While a question waits, nothing that would raise another one is heard."""
    waits = was.waiting
    if waits is None or waits not in result[0].options:
        return result
    if any(o.waits and o not in was.options for o in result[0].options):
        slots: dict[str, Slot] = {"ask": waits.ask, "side": waits.side}
        no = Ruling(key="refused.waiting", slots=slots, clauses=(), cites=(), effects=(Refused(),))
        raise NotRecorded(no, entry.fact, entry.moment.seq)
    return result


def _answered(bench: Bench, heard: State, fact: Chosen, so_far: So) -> Judged:
    """Judge an answer in the stage that asked; when nothing else waits, the interrupted judgement goes on."""
    book, option = bench.book, asked_for(heard, fact)
    now = structs.replace(heard, options=tuple(o for o in heard.options if o.id != option.id))
    settling = now.settling if option.waits else None
    was = settling.was if settling else heard
    start = settling.stage if settling else 0
    rulings = so_far
    for stage in book.sport.stages[start:]:
        replies = book.replying(stage, option.ask)
        if replies:
            made = _rulings(
                bench, replies, was, now, Answer(option, fact, settling.fact if settling else None), rulings
            )
            now = _applied(book, now, made)
            rulings += made
    if settling is None:
        return _stages(bench, heard, now, fact, book.plan(heard, fact), rulings)
    if now.waiting is not None:
        return structs.replace(now, settling=structs.replace(settling, so_far=(*settling.so_far, *rulings))), rulings
    now = structs.replace(now, settling=None)
    plan = book.plan(was, settling.fact)
    going_on = (plan.full or plan).after(settling.stage)
    later, more = _stages(bench, was, now, settling.fact, going_on, (*settling.so_far, *rulings))
    return later, rulings + more[len(settling.so_far) + len(rulings) :]


class Answer:
    """What a decision that judges an answer is given: the option, the choice, and the fact that is being settled."""

    __slots__ = ("chosen", "fact", "option")

    def __init__(self, option: Option, chosen: Chosen, fact: Any) -> None:
        self.option = option
        self.chosen = chosen
        self.fact = fact

    @property
    def choice(self) -> str:
        """The answer given."""
        return self.chosen.choice


def asked_for(state: State, fact: Chosen) -> Option:
    """The option that an answer means: by id, by what was asked, or the one that waits."""
    if fact.option is None:
        found = state.waiting or (state.options[0] if state.options else None)
    else:
        found = next((o for o in state.options if fact.option in (o.id, o.ask)), None)
    if found is None:
        raise LookupError("the door lets no answer pass that nobody asked for")
    return found


def _stages(bench: Bench, was: State, now: State, fact: Any, plan: Plan, so_far: So) -> Judged:
    book = bench.book
    for number, decisions in plan.stages:
        made: list[Ruling] = []
        for decision in decisions:
            bench.decision, bench.leaned, judge = decision, (), decision.judge
            made += judge(bench, was, now, fact, so_far)
        if not made:
            continue
        agreed = _agreed(bench, now, made)
        before, now = now, _applied(book, now, agreed)
        so_far += agreed
        if now.options and _waits_anew(before, now):
            settling = Settling(seq=now.moment.seq, fact=fact, was=_light(was), stage=number, so_far=so_far)
            return structs.replace(now, settling=settling), so_far
        if plan.full is not None and not _ordinary(book, made):
            return _stages(bench, was, now, fact, plan.full.after(number), so_far)
    missing = book.sport.due(book, was, now, fact, so_far)
    if missing is not None:
        raise Contradiction(f"{book.id}: no decision rules on {missing} after {type(fact).__name__}")
    return now, so_far


def _waits_anew(before: State, now: State) -> bool:
    """Does the game wait for another question than before?"""
    return now.waiting is not None and now.waiting is not before.waiting


def _ordinary(book: Rulebook, made: list[Ruling]) -> bool:
    """Do these rulings leave what the state waited for on its usual course?"""
    return book.sport.ordinary.issuperset([type(effect) for ruling in made for effect in ruling.effects])


def _light(was: State) -> State:
    """The state before, without the settled judgement it may carry itself, so that states never nest deeply."""
    return structs.replace(was, settling=None)


def _rulings(bench: Bench, decisions: tuple[Decision, ...], was: State, now: State, fact: Any, so_far: So) -> So:
    """What these decisions say together, of which nothing has been applied yet."""
    made: list[Ruling] = []
    for decision in decisions:
        bench.decision, bench.leaned = decision, ()
        made += decision.judge(bench, was, now, fact, so_far)
    return _agreed(bench, now, made) if made else ()


def _agreed(bench: Bench, now: State, made: list[Ruling]) -> So:
    """Rulings that do not contradict each other, with the questions among them numbered."""
    if len(made) > 1:
        _must_agree(made)
    return tuple(_numbered(now, made) if bench.asked else made)


def _numbered(now: State, made: list[Ruling]) -> list[Ruling]:
    """The rulings with an id for each question they put: the entry's number and the question's own."""
    ids = (f"{now.moment.seq}.{n}" for n in count(_asked_by(now) + 1))
    return [structs.replace(r, effects=tuple(_named(e, ids) for e in r.effects)) for r in made]


def _named(effect: Effect, ids: Iterator[str]) -> Effect:
    return Asked(structs.replace(effect.option, id=next(ids))) if isinstance(effect, Asked) else effect


def _must_agree(rulings: list[Ruling]) -> None:
    said: dict[tuple[str, str], tuple[Effect, Ruling]] = {}
    for ruling in rulings:
        for effect in ruling.effects:
            if effect.topic is None:
                continue
            first = said.setdefault((effect.topic, effect.about()), (effect, ruling))
            if first[0] != effect:
                both = f"{first[1].decision} and {ruling.decision}"
                what = f"{effect.topic} {effect.about()}"
                raise Contradiction(f"{both} contradict each other on {what}: {first[0]} and {effect}")


def _applied(book: Rulebook, now: State, rulings: So) -> State:
    changes = book.sport.changes
    for ruling in rulings:
        for effect in ruling.effects:
            change = changes.get(type(effect)) or NOTED[type(effect)]
            now = change(now, effect)
    return now


def _asked(now: State, effect: Asked) -> State:
    return structs.replace(now, options=(*now.options, effect.option))


def _no_longer_asked(now: State, effect: Answered) -> State:
    return structs.replace(now, options=tuple(o for o in now.options if effect.option not in (o.id, o.ask)))


def _reminded(now: State, effect: Reminded) -> State:
    return structs.replace(now, reminded=now.reminded | {effect.clause})


# The effects that every sport has: questions, answers, reminders.
NOTED: dict[type, Callable[[Any, Any], State]] = {Asked: _asked, Answered: _no_longer_asked, Reminded: _reminded}


def _asked_by(now: State) -> int:
    """How many questions of the present entry are open."""
    return sum(o.id.startswith(f"{now.moment.seq}.") for o in now.options) if now.options else 0
