"""What happens to what a phone sends: recorded, already here, the same as somebody else's, or stopped with the reason.

Pure: a ledger and proposals in, what is to be kept and what to answer out. No clock, no database, no network.
"""

from typing import Any, Literal

import msgspec
from msgspec import Struct, ValidationError, structs

from carreau.core.expected import short
from carreau.core.facts import By, Corrected, Entry, Moment, Ms, Number, Source, Undone
from carreau.core.game import Game, play
from carreau.core.judging import NotRecorded
from carreau.core.record import chained, decoder, line_of
from carreau.core.rights import OFFICIALS, Person, Reason
from carreau.core.ruling import Refused, Ruling
from carreau.desk.store.tables import Confirmed, Event
from carreau.sports import courtside
from carreau.story import telling

AHEAD_MS = 2000  # how far a clock may be fast
LATEST_MS = 10**9

How = Literal["recorded", "already", "same"]
Why = Literal["story_moved", "cannot_have_happened", "no_right", "fid_reused", "malformed"]


class Proposal(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One fact as a phone proposes it: its own id, the head that the person saw, and the proposal before it."""

    fid: str
    seen: Number
    after: str | None = None
    at_ms: Ms | None = None
    by: By = "scorer"
    source: Source = "stated"
    fact: msgspec.Raw
    both_agree: bool = False


class Who(Struct, frozen=True, kw_only=True):
    """Who sends: the device, its role in this game, the name that its bearer gave.

    `scores` is false for whoever only runs the desk: they enter play, and leave agreed ends and cards to others.
    """

    device: str
    role: Literal["viewer", "scorer", "umpire"]
    name: str = ""
    scores: bool = True


class Ledger(Struct, frozen=True, kw_only=True):
    """A game with how each of its entries came in (`events[n]` is entry n), and what was entered twice."""

    game: Game
    events: tuple[Event, ...]
    same: tuple[Confirmed, ...] = ()


class Ack(Struct, frozen=True, kw_only=True):
    """The desk has this fact, as entry `seq`."""

    fid: str
    seq: int
    how: How


class Stop(Struct, frozen=True, kw_only=True):
    """Here the desk has stopped. `seen`: the story that the sender knew; `same_subject`: the entry on the same thing."""

    fid: str
    why: Why
    seen: int
    same_subject: int | None = None
    ruling: Ruling | None = None
    reason: Reason | None = None
    detail: str | None = None

    @property
    def breach(self) -> str | None:
        """The breach under which the fact could be entered."""
        effects = self.ruling.effects if self.ruling is not None else ()
        return next((effect.breach for effect in effects if isinstance(effect, Refused)), None)


class Settled(Struct, frozen=True, kw_only=True):
    """The ledger afterwards, what has to be kept of it, and the answer."""

    ledger: Ledger
    events: tuple[Event, ...] = ()
    same: tuple[Confirmed, ...] = ()
    acks: tuple[Ack, ...] = ()
    stop: Stop | None = None


class Stopped(Exception):
    """A proposal is not taken."""

    def __init__(self, stop: Stop) -> None:
        super().__init__(stop.why)
        self.stop = stop


def settle(ledger: Ledger, proposals: tuple[Proposal, ...], who: Who, now_ms: int, wall_ms: int) -> Settled:
    """Take the proposals in their order as far as they can be taken. `now_ms`: game time, `wall_ms`: its arrival."""
    settled = Settled(ledger=ledger)
    for proposal in proposals:
        try:
            settled = _taken(settled, proposal, who, now_ms, wall_ms)
        except Stopped as stopped:
            return structs.replace(settled, stop=stopped.stop)
    return settled


def _taken(so_far: Settled, proposal: Proposal, who: Who, now_ms: int, wall_ms: int) -> Settled:
    ledger = so_far.ledger
    seen = known_to(ledger, proposal)
    fact = _fact(ledger, proposal, seen)
    if (before := _known(ledger, proposal.fid)) is not None:
        if ledger.game.heard[before].entry.fact != fact:
            raise Stopped(Stop(fid=proposal.fid, why="fid_reused", seen=seen))
        return _acked(so_far, Ack(fid=proposal.fid, seq=before, how="already"))
    subject = subject_of(ledger.game, fact, seen, proposal.fid)
    others = [e for e in ledger.events[seen + 1 :] if e.device != who.device]
    twin = _twin(ledger, others, subject) if is_whole(ledger, proposal, who, seen) else None
    if twin is not None and ledger.game.heard[twin.seq].entry.fact == fact:
        return _confirmed(so_far, proposal, who, twin.seq, seen, wall_ms)
    moved = any(not ledger.game.heard[e.seq].entry.fact.independent for e in others)
    if twin is not None or (moved and not fact.independent):
        twice = twin.seq if twin is not None else None
        raise Stopped(Stop(fid=proposal.fid, why="story_moved", seen=seen, same_subject=twice))
    _must_be_allowed(ledger.game, fact, proposal, who, seen)
    game = _played(ledger.game, fact, proposal, seen, at_of(ledger.game, proposal.at_ms, now_ms))
    line = line_of(game.heard[-1].entry).decode().rstrip("\n")
    event = Event(
        seq=len(ledger.events),
        fid=proposal.fid,
        device=who.device,
        role=who.role,
        name=who.name,
        wall_ms=wall_ms,
        claimed_ms=proposal.at_ms,
        said_seen=proposal.seen,
        seen=seen,
        passed=moved,
        subject=subject if moved else subject_of(ledger.game, fact, len(ledger.events) - 1, proposal.fid),
        line=line,
        digest=chained(ledger.events[-1].digest, line.encode()),
    )
    after = structs.replace(ledger, game=game, events=(*ledger.events, event))
    recorded = structs.replace(so_far, ledger=after, events=(*so_far.events, event))
    return _acked(recorded, Ack(fid=proposal.fid, seq=event.seq, how="recorded"))


def _acked(so_far: Settled, ack: Ack) -> Settled:
    return structs.replace(so_far, acks=(*so_far.acks, ack))


def _confirmed(so_far: Settled, proposal: Proposal, who: Who, seq: int, seen: int, wall_ms: int) -> Settled:
    """The story gets a confirmation, not a second fact."""
    row = Confirmed(
        fid=proposal.fid,
        seq=seq,
        device=who.device,
        role=who.role,
        name=who.name,
        wall_ms=wall_ms,
        said_seen=proposal.seen,
        seen=seen,
    )
    ledger = structs.replace(so_far.ledger, same=(*so_far.ledger.same, row))
    return _acked(
        structs.replace(so_far, ledger=ledger, same=(*so_far.same, row)), Ack(fid=row.fid, seq=seq, how="same")
    )


# --- what the sender knew ----------------------------------------------------------------------------


def known_to(ledger: Ledger, proposal: Proposal) -> int:
    """How far the sender knew the story: what the finger saw, and what came of the proposal before this one."""
    seen = min(proposal.seen, len(ledger.events) - 1)
    return max(seen, _known_by(ledger, proposal)) if proposal.after is not None else seen


def _known_by(ledger: Ledger, proposal: Proposal) -> int:
    """What a device knows for having sent the proposal before this one; 0 for nothing.

    A fact that went in beside others' tells nothing of those; and one that a person has looked at again since, with
    more of the story before the eyes, tells nothing of what was typed after it and before that look.
    """
    for event in reversed(ledger.events):
        if event.fid == proposal.after:
            known = event.seen if event.passed else event.seq
            return known if event.said_seen <= proposal.seen else 0
    rows = (row for row in ledger.same if row.fid == proposal.after)
    return next((row.seq for row in rows if row.said_seen <= proposal.seen), 0)


def is_whole(ledger: Ledger, proposal: Proposal, who: Who, seen: int) -> bool:
    """Is the story as far as `seen` really what the sender had in mind? Only then two proposals are the same by themselves.

    Not if the proposal before this one was dropped or looked at again, or if the device has entered something since.
    """
    if proposal.after is not None and not _known_by(ledger, proposal):
        return False
    facts = ledger.game.heard
    mine = (e for e in ledger.events[seen + 1 :] if e.device == who.device and not e.passed)
    return all(isinstance(facts[event.seq].entry.fact, Corrected) for event in mine)


def _known(ledger: Ledger, fid: str) -> int | None:
    """The entry that this proposal has become."""
    for event in reversed(ledger.events):
        if event.fid == fid:
            return event.seq
    return next((row.seq for row in ledger.same if row.fid == fid), None)


def _twin(ledger: Ledger, others: list[Event], subject: str) -> Event | None:
    """What somebody else has entered about the very same thing, if it still stands."""
    about = [event for event in others if event.subject == subject]
    if not about:
        return None
    standing = {told.step.seq for told in telling(ledger.game) if told.stands}
    return next((event for event in reversed(about) if event.seq in standing), None)


def subject_of(game: Game, fact: Any, seen: int, fid: str) -> str:
    """The address of what a proposal speaks about, for somebody who knew the story that far."""
    return courtside.address(game, fact, seen=seen, uid=fid)


# --- whether it may be recorded ------------------------------------------------------------------------


def _fact(ledger: Ledger, proposal: Proposal, seen: int) -> Any:
    try:
        return decoder(ledger.game.edition.sport).decode(proposal.fact)
    except (msgspec.DecodeError, RecursionError) as wrong:
        detail = short(str(wrong))
        raise Stopped(Stop(fid=proposal.fid, why="malformed", seen=seen, detail=detail)) from wrong


def _must_be_allowed(game: Game, fact: Any, proposal: Proposal, who: Who, seen: int) -> None:
    if (no := may_enter(game, fact, proposal.by, who, both_agree=proposal.both_agree)) is not None:
        raise Stopped(Stop(fid=proposal.fid, why="no_right", seen=seen, reason=no))


def may_enter(game: Game, fact: Any, by: str, who: Who, *, both_agree: bool = False) -> Reason | None:
    """May this person enter this? None if so, else why not."""
    setup: Any = game.line[0].entry.fact
    person = Person(role=who.role, both_agree=both_agree and (who.scores or not setup.umpire))
    match fact:
        case Undone(seqs=seqs):
            return courtside.may_undo(game, seqs, person)
        case Corrected(changes=changes):
            return courtside.may_correct(game, changes, person)
    if who.role == "viewer":
        return Reason(key="rights.viewer")
    umpires = courtside.courtside_of(game.book).customs.umpires
    if who.role == "scorer" and isinstance(fact, umpires) and (by not in OFFICIALS or not who.scores):
        return Reason(key="rights.umpires_fact")
    return None


def at_of(game: Game, claimed: int | None, now_ms: int) -> int:
    """The game time of an entry: as claimed, but never before the entry before it nor after the present."""
    last = max((step.entry.moment.at_ms or 0 for step in game.heard[-1:]), default=0)
    latest = max(min(now_ms + AHEAD_MS, LATEST_MS), last)
    return min(max(claimed if claimed is not None else min(now_ms, latest), last), latest)


def _played(game: Game, fact: Any, proposal: Proposal, seen: int, at_ms: int) -> Game:
    moment = Moment(seq=len(game.heard), by=proposal.by, source=proposal.source, at_ms=at_ms)
    try:
        return play(game, fact, moment=moment, trusted=True)
    except NotRecorded as no:
        raise Stopped(Stop(fid=proposal.fid, why="cannot_have_happened", seen=seen, ruling=no.ruling)) from no
    except ValidationError as wrong:
        raise Stopped(Stop(fid=proposal.fid, why="malformed", seen=seen, detail=short(str(wrong)))) from wrong


def first_event(entry: Entry, fid: str, who: Who, wall_ms: int) -> Event:
    """The set-up as the first event of a log."""
    line = line_of(entry).decode().rstrip("\n")
    return Event(
        seq=0,
        fid=fid,
        device=who.device,
        role=who.role,
        name=who.name,
        wall_ms=wall_ms,
        said_seen=0,
        seen=0,
        subject="setup",
        line=line,
        digest=chained(b"", line.encode()),
    )
