"""Those who watch: one bounded queue each; what changes is put into words once and handed to everybody.

A stream that can't keep up is ended and begins again with the present state. All of it lives in one process and one loop.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from typing import Any

import msgspec
from anyio import to_thread

from carreau.desk import views
from carreau.desk.journal import log
from carreau.desk.rooms import Room, Rooms
from carreau.desk.settings import Settings
from carreau.desk.store import Lost
from carreau.sports import Json

QUEUE = 8
MOST_AT_ONCE = 20  # entries in one go; after more than these a screen fetches the state
DESK = ""  # the key of those who watch all boards
Channel = str  # board | full


class Watcher:
    """One open stream. `head`: the entry up to which it has been told; `begun_ms`: the wall clock at its time 0."""

    def __init__(self, channel: Channel, lang: str, role: str, address: str, head: int, begun_ms: int = 0) -> None:
        self.channel = channel
        self.lang = lang
        self.role = role
        self.address = address
        self.head = head
        self.begun_ms = begun_ms
        self.device = ""
        self.queue: asyncio.Queue[bytes | None] = asyncio.Queue(QUEUE)
        self.over = False

    @property
    def words(self) -> tuple[Channel, str, str]:
        """Those with the same are told the same words."""
        return self.channel, self.lang, self.role

    def tell(self, text: bytes) -> None:
        """Put something in the queue; who can't keep up is let go."""
        try:
            self.queue.put_nowait(text)
        except asyncio.QueueFull:
            self.end()

    def end(self, word: bytes | None = None) -> None:
        """The stream ends at once; what it has not been told yet it will find in the present state."""
        self.over = True
        while not self.queue.empty():
            self.queue.get_nowait()
        if word is not None:
            self.queue.put_nowait(word)
        self.queue.put_nowait(None)


class Live:
    """The streams of a desk."""

    def __init__(self, rooms: Rooms, settings: Settings) -> None:
        self.rooms = rooms
        self.settings = settings
        self.watchers: dict[str, set[Watcher]] = {}
        self.addresses: Counter[str] = Counter()
        self.stopping = False
        self._dirty: set[str] = set()
        self._at_work: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def count(self) -> int:
        """How many streams are open."""
        return self.addresses.total()

    def full(self, address: str) -> bool:
        """Is there no room for one more stream?"""
        crowded = self.addresses[address] >= self.settings.streams_an_address
        return self.stopping or crowded or self.count >= self.settings.streams

    # --- telling ---------------------------------------------------------------------------------

    def changed(self, game: str) -> None:
        """A game has more entries: everybody who watches it is told, in the order of the log."""
        if game not in self._at_work:
            self._at_work.add(game)
            task = asyncio.get_running_loop().create_task(self._telling(game))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        self._dirty.add(game)

    async def _telling(self, game: str) -> None:
        try:
            while game in self._dirty:
                self._dirty.discard(game)
                await self._tell(game)
        except Lost as lost:
            log().error("not_told", detail=str(lost))
            self.again(game)  # whoever watches asks for the game itself
        finally:
            self._at_work.discard(game)

    async def _tell(self, game: str) -> None:
        mine, all_boards = self.watchers.get(game, set()), self.watchers.get(DESK, set())
        if not mine and not all_boards:
            return
        room = await to_thread.run_sync(self.rooms.room, game)
        if room is None:
            return
        if not room.public:
            all_boards = set()
        groups = {(*w.words, w.head) for w in mine if w.head < room.head} | {(*w.words, -1) for w in all_boards}
        head, texts = await to_thread.run_sync(_texts, room, groups)
        for watcher in tuple(mine):
            text = texts.get((*watcher.words, watcher.head))
            if text is not None and watcher.head < head:
                watcher.head = head
                watcher.tell(text)
        for watcher in tuple(all_boards):
            if (text := texts.get((*watcher.words, -1))) is not None:
                watcher.tell(text)

    async def tick(self) -> None:
        """Say the time to everybody, for ever."""
        while True:
            await asyncio.sleep(self.settings.tick_s)
            now = self.settings.now()
            for game, watchers in tuple(self.watchers.items()):
                for watcher in tuple(watchers):
                    head = watcher.head if game != DESK else None
                    watcher.tell(message("tick", {"now_ms": max(now - watcher.begun_ms, 0), "head": head}))

    def listens(self, game: str, device: str) -> bool:
        """Has this device an open stream of a game?"""
        return any(watcher.device == device for watcher in self.watchers.get(game, ()))

    def again(self, game: str, devices: set[str] | None = None) -> None:
        """The streams of these devices begin anew, for they have another role now; or those of everybody."""
        for watcher in tuple(self.watchers.get(game, ())):
            if devices is None or watcher.device in devices:
                watcher.end()

    def stop(self, wait_ms: int = 2000) -> None:
        """The desk goes: say so to everybody and end the streams."""
        self.stopping = True
        for watchers in tuple(self.watchers.values()):
            for watcher in tuple(watchers):
                watcher.end(message("bye", {"wait_ms": wait_ms}))

    # --- listening -------------------------------------------------------------------------------

    async def stream(self, watcher: Watcher, game: str, first: Callable[[], bytes]) -> AsyncIterator[bytes]:
        """What one stream says, from the present state on."""
        self.watchers.setdefault(game, set()).add(watcher)
        self.addresses[watcher.address] += 1
        try:
            yield await to_thread.run_sync(first)
            if game != DESK:
                self.changed(game)  # what came while the first words were made
            while (text := await watcher.queue.get()) is not None:
                yield text
            if not self.stopping:
                yield message("resync", {"head": watcher.head})
        finally:
            self._leave(watcher, game)

    def _leave(self, watcher: Watcher, game: str) -> None:
        here = self.watchers.get(game, set())
        here.discard(watcher)
        if not here:
            self.watchers.pop(game, None)
        self.addresses[watcher.address] -= 1
        if self.addresses[watcher.address] <= 0:
            del self.addresses[watcher.address]


def _texts(room: Room, groups: set[tuple[Channel, str, str, int]]) -> tuple[int, dict[Any, bytes]]:
    """What each group of watchers is told, up to one and the same head."""
    room = room.still()
    texts = {(c, lang, role, since): words(room, c, lang, role, since) for c, lang, role, since in groups}
    return room.head, texts


def words(room: Room, channel: Channel, lang: str, role: str, since: int) -> bytes:
    """What has happened after entry `since`, for one channel."""
    if channel == "board":
        return board_message(room, lang)
    head = room.head
    if head - since > MOST_AT_ONCE:
        return message("resync", {"head": head}, head)
    view = views.view_of(room, lang, role)
    lines = views.lines_of(room, lang, role, since)
    changed = [line for line in lines if line["seq"] <= since]
    return b"".join(_fact(line, view, changed) for line in lines if line["seq"] > since)


def _fact(line: Json, view: Json, changed: list[Json]) -> bytes:
    return message("fact", {"line": line, "view": view, "changed": changed}, line["seq"])


def board_message(room: Room, lang: str) -> bytes:
    """The snapshot of a game."""
    board = views.public_board_of(room, lang)
    return message("board", board, board["head"])


def message(name: str, data: Json, id: int | None = None) -> bytes:
    """One event of a stream."""
    number = b"" if id is None else b"id: %d\n" % id
    return b"event: %s\n%sdata: %s\n\n" % (name.encode(), number, msgspec.json.encode(data))
