"""Two scorers, both always typing, over a network that loses, repeats and delays: nothing is lost, nothing comes twice.

Against the real exchange, and with fewer schedules against the whole application. The people: each sees the ends of a
game in their order and types them, now and then wrongly; a phone keeps what is typed, sends it when it can, and asks its
person when the desk says that the story has moved. Time is the test's own.
"""

import random
from collections.abc import Callable, Iterator
from typing import NamedTuple

import msgspec
import pytest
from msgspec import Struct

from carreau.core.facts import Entry, Moment
from carreau.desk.exchange import Proposal, Who
from carreau.desk.people import new_id
from carreau.desk.rooms import Room, Rooms
from carreau.desk.store import Store
from carreau.petanque.notation import setup_of
from carreau.sports import Json, kit_of
from tests.desk.desks import DRAW, Bench, Phone, bench_on

ENDS = 8
LOSS = 0.15
TWICE = 0.1
LATE = 0.1
WRONG = 0.08
KILLED = 0.05
NOTED = 0.15
FAST_MS = 90_000
ROUNDS = 600


class Kept(Struct):
    """What a phone has kept of one tap. `end`: the end it is about, 0 for something else."""

    proposal: Json
    end: int = 0


class Answer(NamedTuple):
    """What came back: the status and the body."""

    status: int
    body: Json


Desk = Callable[[str, list[Json]], Answer]


class Scorer:
    """A person with a phone."""

    def __init__(self, name: str, chance: random.Random, truth: list[Json], now: Callable[[], int]) -> None:
        self.name = name
        self.device = f"{name:0<26}"
        self.chance = chance
        self.truth = truth
        self.now = now
        self.typed = 0
        self.outbox: list[Kept] = []
        self.seen = 1
        self.shown = 0
        self.last: str | None = None
        self.number = 0
        self.clock_off = chance.choice((0, 0, FAST_MS, -FAST_MS))
        self.acked: dict[str, int] = {}
        self.claims: dict[int, tuple[str, int]] = {}
        self.order: list[str] = []
        self.dialogs = 0
        self.asked: set[str] = set()
        self.dropped: set[str] = set()
        self.under_way: list[list[Json]] = []

    # --- the person --------------------------------------------------------------------------------

    def type(self) -> None:
        """Enter the next end that this person has watched, or a note."""
        if self.chance.random() < NOTED:
            self.keep({"kind": "Noted", "text": f"{self.name} {self.number}"}, 0)
            return
        while self.shown > self.typed:  # the other one has entered it, and it is on the screen
            self.typed += 1
        if self.typed >= len(self.truth):
            return
        fact = dict(self.truth[self.typed])
        if self.chance.random() < WRONG:
            fact["points"] = 1 + fact["points"] % 3
        self.typed += 1
        self.keep(fact, self.typed)

    def keep(self, fact: Json, end: int, *, seen: int | None = None, first: bool = False) -> None:
        """The phone writes down what was typed before it says so; an answer to a dialog goes before what waits."""
        self.number += 1
        fid = f"{self.name}{self.number:0>25}"
        at_ms = max(self.now() + self.clock_off, 0)
        proposal = {"fid": fid, "seen": self.seen if seen is None else seen, "at_ms": at_ms, "fact": fact}
        kept = Kept(proposal={**proposal, "after": None if first else self.last}, end=end)
        if first:
            kept.proposal["both_agree"] = True
            self.outbox.insert(0, kept)
        else:
            self.last = fid
            self.order.append(fid)
            self.outbox.append(kept)
        if end:
            self.claims[end] = (fid, fact["points"])

    def answer(self, said: Json) -> None:
        """A dialog: the person looks at what came meanwhile and decides. Who is right is what really happened."""
        self.dialogs += 1
        held = next(kept for kept in self.outbox if kept.proposal["fid"] == said["stopped_at"])
        self.asked.add(held.proposal["fid"])
        there = self.entered_by_the_other(held, said)
        if there is None:
            held.proposal["seen"] = said["head"]  # still true
            return
        self.drop(held, there["seq"])
        right = self.truth[held.end - 1]
        if there["fact"] != right:
            change = {"kind": "Corrected", "changes": [{"seq": there["seq"], "facts": [right]}]}
            self.keep(change, 0, seen=said["head"], first=True)

    def entered_by_the_other(self, held: Kept, said: Json) -> Json | None:
        """The other's entry of the same end: as the desk points it out, else as a person finds it in the story."""
        if not held.end:
            return None
        found: Json | None = next((line for line in said["since"] if line["seq"] == said["same_subject"]), None)
        return found or next((line for line in said["since"] if line["end"] == held.end), None)

    def drop(self, held: Kept, seq: int | None = None) -> None:
        """Taken back; what was typed later follows on what the person has seen instead of it."""
        place = self.outbox.index(held)
        self.outbox.remove(held)
        self.dropped.add(held.proposal["fid"])
        for kept in self.outbox[place:]:
            if kept.proposal["after"] == held.proposal["fid"]:
                kept.proposal["after"] = held.proposal["after"]
            kept.proposal["seen"] = max(kept.proposal["seen"], seq or 0)
        if self.last == held.proposal["fid"]:
            self.last = held.proposal["after"]

    # --- the phone ---------------------------------------------------------------------------------

    def send(self, desk: Desk) -> None:
        """One try: the request may get lost, come twice or late, and so may the answer."""
        if not self.outbox:
            return
        batch = [dict(kept.proposal) for kept in self.outbox[:50]]
        if self.chance.random() < LATE:
            self.under_way.append(batch)
            return
        if self.chance.random() < LOSS:
            return
        answer = desk(self.device, batch)
        if self.chance.random() < TWICE:
            desk(self.device, batch)
        if self.chance.random() >= LOSS:
            self.hear(answer)

    def arrive(self, desk: Desk) -> None:
        """A request that was on its way comes in at last; nobody waits for its answer any more."""
        if self.under_way:
            desk(self.device, self.under_way.pop(self.chance.randrange(len(self.under_way))))

    def hear(self, answer: Answer) -> None:
        """Only what the desk acknowledges leaves the outbox."""
        for ack in answer.body["acks"]:
            self.acked[ack["fid"]] = ack["seq"]
        self.outbox = [kept for kept in self.outbox if kept.proposal["fid"] not in self.acked]
        if answer.status == 409:
            self.answer(answer.body)
            self.look(answer.body)
        elif answer.status == 422:
            self.dialogs += 1
            self.asked.add(answer.body["stopped_at"])
            self.drop(next(kept for kept in self.outbox if kept.proposal["fid"] == answer.body["stopped_at"]))
            self.look(answer.body)
        elif not self.outbox or self.chance.random() < 0.5:
            self.look(answer.body)

    def look(self, body: Json) -> None:
        """The screen shows the story as far as the desk has it, and what waits on this phone."""
        self.seen, self.shown = body["head"], body["ends"]

    def reload(self) -> None:
        """The page was killed: what was kept is there, what was under way is forgotten, time and order stay."""
        self.outbox = [Kept(proposal=dict(kept.proposal), end=kept.end) for kept in self.outbox]


def truth_of(chance: random.Random) -> list[Json]:
    """What really happened: ends of one to three points, none of them the last."""
    return [{"kind": "EndCounted", "side": "AB"[n % 2], "points": chance.randint(1, 3)} for n in range(ENDS)]


def afternoon(seed: int, desk: Desk, now: Callable[[], int], turn: Callable[[int], None]) -> tuple[Scorer, Scorer]:
    """Play one schedule to its end: until both have typed everything and both outboxes are empty."""
    chance = random.Random(seed)
    truth = truth_of(chance)
    people = (Scorer("A", chance, truth, now), Scorer("B", chance, truth, now))
    away = chance.choice((None, *people))  # somebody without network for a while
    for _ in range(ROUNDS):
        turn(chance.randint(100, 20_000))
        scorer = chance.choice(people)
        act = chance.random()
        if act < 0.3:
            scorer.type()
        elif act < 0.3 + KILLED:
            scorer.reload()
        elif scorer is not away or chance.random() < 0.05:
            scorer.arrive(desk) if act > 0.85 else scorer.send(desk)
        if all(max(s.typed, s.shown) == ENDS and not s.outbox for s in people):
            break
    for scorer in people:
        while scorer.under_way:
            scorer.arrive(desk)
        settle_down(scorer, desk)
    return people


def settle_down(scorer: Scorer, desk: Desk) -> None:
    """The network is back: the rest goes out and is answered."""
    while max(scorer.typed, scorer.shown) < ENDS:
        scorer.type()
    for _ in range(400):
        if not scorer.outbox:
            return
        scorer.send(desk)
    pytest.fail(f"{scorer.name} can't get rid of {len(scorer.outbox)} facts")


def check(people: tuple[Scorer, Scorer], room: Room) -> Iterator[str]:
    """What must hold whatever happened on the way."""
    log = {event.fid: event.seq for event in room.events}
    confirmed = {row.fid: row.seq for row in room.same}
    if set(log) & set(confirmed):
        yield "an entry is its own confirmation"
    for scorer in people:
        lied = [fid for fid, seq in scorer.acked.items() if log.get(fid, confirmed.get(fid)) != seq]
        lost = [fid for fid in scorer.order if fid not in scorer.acked and fid not in scorer.dropped]
        mine = [log[fid] for fid in scorer.order if fid in log]
        if lied or lost:
            yield f"{scorer.name} lost {lost}; acknowledged and not there: {lied}"
        if mine != sorted(mine):
            yield f"{scorer.name}'s entries are in another order: {mine}"
    yield from _disagreements(people)
    yield from _story(people, room)


def _disagreements(people: tuple[Scorer, Scorer]) -> Iterator[str]:
    """Where two people said different numbers for one end, one of them was asked."""
    one, two = people
    for end in one.claims.keys() & two.claims.keys():
        (fid, points), (other, others) = one.claims[end], two.claims[end]
        if points != others and fid not in one.asked and other not in two.asked:
            yield f"end {end}: {points} and {others}, and nobody was asked"


def _story(people: tuple[Scorer, Scorer], room: Room) -> Iterator[str]:
    """Every end stands once, and where both were wrong in the same way only a person could know better."""
    counted = [step.entry.fact for step in room.game.line if type(step.entry.fact).__name__ == "EndCounted"]
    if len(counted) != ENDS:
        yield f"{len(counted)} ends in the story of a game of {ENDS}"
    for end, (fact, right) in enumerate(zip(counted, people[0].truth, strict=False), 1):
        typed = {scorer.claims[end][1] for scorer in people if end in scorer.claims}
        if (fact.side, fact.points) != (right["side"], right["points"]) and right["points"] in typed:
            yield f"end {end} stands as {fact.points} for {fact.side}; it was {right}"
    times = [step.entry.moment.at_ms or 0 for step in room.game.heard]
    if times != sorted(times):
        yield "time runs backwards"


def line_of(room: Room, seq: int) -> Json:
    """What a person sees of an entry: what it says, and of which end."""
    step = room.game.heard[seq]
    fact = msgspec.to_builtins(step.entry.fact)
    end = kit_of(room.game.book).chapter(step.state) if fact["kind"] == "EndCounted" else 0
    return {"seq": seq, "kind": fact["kind"], "fact": fact, "end": end}


def ends_of(room: Room) -> int:
    """The ends in the story as it stands."""
    return sum(type(step.entry.fact).__name__ == "EndCounted" for step in room.game.line)


def at_room(room: Room) -> Desk:
    """A desk without HTTP: proposals go to the room as the route gives them."""

    def desk(device: str, facts: list[Json]) -> Answer:
        raw = ({**fact, "fact": msgspec.Raw(msgspec.json.encode(fact["fact"]))} for fact in facts)
        proposals = tuple(msgspec.convert(fact, Proposal) for fact in raw)
        settled = room.take(proposals, Who(device=device, role="scorer"))
        body: Json = {"head": room.head, "ends": ends_of(room), "acks": msgspec.to_builtins(settled.acks)}
        if settled.stop is None:
            return Answer(200, body)
        stop = settled.stop
        since = [line_of(room, seq) for seq in range(stop.seen + 1, room.head + 1)]
        more: Json = {"stopped_at": stop.fid, "same_subject": stop.same_subject, "since": since}
        return Answer(409 if stop.why == "story_moved" else 422, {**body, **more})

    return desk


def over_http(bench: Bench, game: str) -> Desk:
    """The whole application, as a phone reaches it."""
    phones: dict[str, Phone] = {}

    def desk(device: str, facts: list[Json]) -> Answer:
        if device not in phones:
            phones[device] = bench.phone()
            phones[device].device, phones[device].game = device, game
        reply = phones[device].send(*facts)
        assert reply.status_code in (200, 409, 422), reply.text
        body = reply.json()
        body["ends"] = len(body["view"]["ends"])
        for line in body.get("since", ()):
            line["end"] = line["chapter"] if line["kind"] == "EndCounted" else 0
        return Answer(reply.status_code, body)

    return desk


def begun(bench: Bench) -> Room:
    """A game in which the draw is entered, by neither of the two."""
    rooms: Rooms = bench.app.state.desk.rooms
    setup = setup_of("fipjp-2016", {"detail": "ends"})
    somebody = Who(device="somebody", role="scorer")
    room = rooms.begin(new_id(8), Entry(moment=Moment(at_ms=0), fact=setup), {}, somebody, bench.time())
    draw = Proposal(fid=new_id(), seen=0, fact=msgspec.Raw(msgspec.json.encode(DRAW)))
    assert room.take((draw,), somebody).acks
    return room


@pytest.fixture(scope="module")
def fast() -> Iterator[Bench]:
    """A desk in memory: what is proved here is the exchange, not the disk."""
    with bench_on(Store("sqlite://", durable=False).open()) as bench:
        yield bench


@pytest.mark.parametrize("hundred", range(10))
def test_two_scorers_lose_nothing_and_double_nothing(fast: Bench, hundred: int) -> None:
    dialogs = 0
    for seed in range(hundred * 100, hundred * 100 + 100):
        room = begun(fast)
        people = afternoon(seed, at_room(room), room.now_ms, fast.time.pass_ms)
        wrong = list(check(people, room))
        assert not wrong, f"seed {seed}: {wrong}"
        dialogs += sum(scorer.dialogs for scorer in people)
    assert 40 < dialogs < 200, "people are asked when they must be, about once a game, and not all the time"


@pytest.mark.parametrize("seed", range(12))
def test_two_scorers_through_the_whole_application(quick: Bench, seed: int) -> None:
    room = begun(quick)
    people = afternoon(10_000 + seed, over_http(quick, room.id), room.now_ms, quick.time.pass_ms)
    assert not list(check(people, room))
    quick.app.state.desk.rooms.forget(room.id)
    again = quick.app.state.desk.rooms.room(room.id)
    assert again.game.state == room.game.state
    assert not list(check(people, again))
