"""A room is one live game: its log in the store, the game that the log makes, and a lock. One process has the rooms."""

import threading
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from copy import copy
from typing import Any
from weakref import WeakValueDictionary

from msgspec import structs

from carreau.books import BOOKS
from carreau.core.facts import Entry, Moment
from carreau.core.game import Game, begun, replay
from carreau.core.record import ENVELOPE, decoder, written
from carreau.core.rulebook import Rulebook
from carreau.desk.exchange import Ledger, Proposal, Settled, Who, first_event, settle
from carreau.desk.journal import log
from carreau.desk.settings import Settings
from carreau.desk.store import Confirmed, Event, GameRow, Lost, Store, unaltered
from carreau.say import names_of

KEPT = 256
SHOWN_MS = 30 * 24 * 3600 * 1000  # for so long after the result everybody may look


class Room:
    """One live game. What changes it holds `lock`; `ledger` is a value, so reading needs none."""

    def __init__(self, row: GameRow, ledger: Ledger, store: Store, settings: Settings) -> None:
        self.row = row
        self.ledger = ledger
        self.store = store
        self.settings = settings
        self.lock = threading.Lock()
        self.cache: dict[Any, Any] = {}

    @property
    def id(self) -> str:
        """The game's public id."""
        return self.row.id

    @property
    def game(self) -> Game:
        """The game as it stands."""
        return self.ledger.game

    @property
    def head(self) -> int:
        """The last entry of the log."""
        return len(self.ledger.events) - 1

    @property
    def events(self) -> tuple[Event, ...]:
        """How each entry came in."""
        return self.ledger.events

    @property
    def same(self) -> tuple[Confirmed, ...]:
        """What was entered twice."""
        return self.ledger.same

    @property
    def begun_ms(self) -> int:
        """The wall clock at game time 0."""
        return self.row.begun_ms

    @property
    def names(self) -> dict[str, str]:
        """The names of the teams and players."""
        setup: Any = self.game.line[0].entry.fact
        return names_of(setup, self.row.people)

    @property
    def protects(self) -> bool:
        """Is the public told nothing that somebody could be known by: by choice, or because players are minors?"""
        setup: Any = self.game.line[0].entry.fact
        return self.row.names == "hidden" or _minors(setup)

    @property
    def public(self) -> bool:
        """May everybody look? Not if somebody has chosen so, and not for ever after the result."""
        over = getattr(self.game.state, "winner", None) is not None and not self.row.example
        return self.row.public and not (over and self.settings.now() - self.events[-1].wall_ms > SHOWN_MS)

    def now_ms(self) -> int:
        """The game time now."""
        return max(self.settings.now() - self.row.begun_ms, 0)

    def take(self, proposals: tuple[Proposal, ...], who: Who, queue: int = 0, *, whole: bool = False) -> Settled:
        """Settle what a phone proposes and keep it; nothing is changed unless the store has it. Raises Lost.

        `whole`: all of it or nothing.
        """
        with self.lock:
            if self.row.gone_ms is not None:
                raise Lost("the game is deleted")
            wall = self.settings.now()
            settled = settle(self.ledger, proposals, who, max(wall - self.row.begun_ms, 0), wall)
            if whole and settled.stop is not None:
                return settled
            if settled.events or settled.same:
                self.store.append(self.id, settled.events, settled.same)
                self.ledger = settled.ledger
            waiting = max(queue - len(settled.acks), 0)
            if self.row.queues.get(who.device, 0) != waiting:
                self.row = structs.replace(self.row, queues={**self.row.queues, who.device: waiting})
            return settled

    def still(self) -> "Room":
        """The room as it is at this moment, for making several things of one and the same story."""
        return copy(self)

    def told(self, row: GameRow) -> None:
        """The desk keeps other things of the game beside its log now."""
        with self.lock:
            self.row = structs.replace(row, queues=self.row.queues)

    def record(self) -> bytes:
        """The record file of the game."""
        return b"".join(written(self.game, self.row.people))


def _minors(setup: Any) -> bool:
    """Is it a game of an age class, or does one of the players have an age below eighteen?"""
    players = [player for team in setup.sides.values() for player in getattr(team, "players", ())]
    ages = [getattr(player, "age", None) for player in players]
    return getattr(setup, "category", "seniors") != "seniors" or any(age is not None and age < 18 for age in ages)


class Rooms:
    """The games that somebody is at; others are read from the store when they are asked for."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self._lock = threading.Lock()
        self._used: OrderedDict[str, Room] = OrderedDict()
        self._alive: WeakValueDictionary[str, Room] = WeakValueDictionary()
        self._loading: dict[str, threading.Lock] = {}

    def room(self, id: str) -> Room | None:
        """The room of a game; there is never more than one. Raises Lost."""
        with self._lock:
            if (room := self._alive.get(id)) is not None:
                return self._kept(room)
            loading = self._loading.setdefault(id, threading.Lock())
        with loading:
            with self._lock:
                if (room := self._alive.get(id)) is not None:
                    return self._kept(room)
            room = self._loaded(id)
            with self._lock:
                self._loading.pop(id, None)
                return self._kept(room) if room is not None else None

    def forget(self, id: str) -> None:
        """Read a game anew when it is asked for next: its log is not what this process thought."""
        with self._lock:
            self._used.pop(id, None)
            self._alive.pop(id, None)

    def put_away(self, room: Room) -> None:
        """An example that is over: it can be looked at under its address, and is not listed."""
        with room.lock:
            self.store.put_away(room.id)
            room.row = structs.replace(room.row, example="", listed=False)

    def begin(self, id: str, entry: Entry, people: Mapping[str, str], who: Who, begun_ms: int, **flags: Any) -> Room:
        """A new game. Raises NotRecorded if the book knows no such game, Lost if the id is taken."""
        game = begun(BOOKS[entry.fact.rulebook], entry.fact, moment=entry.moment)
        event = first_event(entry, f"{id:0>26}", who, self.settings.now())
        row = GameRow(
            id=id,
            book=game.edition.id,
            created_ms=self.settings.now(),
            begun_ms=begun_ms,
            people=dict(people),
            owner=who.device,
            **flags,
        )
        self.store.add(row, (event,))
        room = Room(row, Ledger(game=game, events=(event,)), self.store, self.settings)
        with self._lock:
            return self._alive.get(id) or self._kept(room)  # somebody may have looked at it already

    def _kept(self, room: Room) -> Room:
        self._alive[room.id] = room
        self._used[room.id] = room
        self._used.move_to_end(room.id)
        while len(self._used) > KEPT:
            self._used.popitem(last=False)
        return room

    def _loaded(self, id: str) -> Room | None:
        row = self.store.game(id)
        if row is None or row.gone_ms is not None:
            return None
        events, same = self.store.log(id)
        if not unaltered(events):
            log().error("log_altered", game=id)
        game = replay(BOOKS[row.book], entries_of(BOOKS[row.book], events))
        ledger = Ledger(game=game, events=tuple(events), same=tuple(same))
        return Room(row, ledger, self.store, self.settings)


def entries_of(edition: Rulebook, events: Iterable[Event]) -> list[Entry]:
    """The entries of a stored log."""
    facts = decoder(edition.sport)
    found = []
    for event in events:
        part = ENVELOPE.decode(event.line)
        moment = Moment(seq=event.seq, by=part.by, source=part.source, at_ms=part.at_ms)
        found.append(Entry(moment=moment, fact=facts.decode(part.fact)))
    return found


__all__ = ("Lost", "Room", "Rooms", "entries_of")
