"""Desks that start at once, to be killed: the code is loaded one time, and each desk is a fork of what has loaded it.

One line in: `FOLDER POINT N`. One line out: the process and the port. At the Nth request that keeps something the desk
kills itself at the point: `before` what was sent is committed, `after` that, before the `reply`; or `never`.
"""

import os
import signal
import socket
import sys
from functools import cache
from pathlib import Path
from typing import Any

import uvicorn

from carreau.core.facts import Entry, Moment
from carreau.desk import Settings, Store, create_app
from carreau.desk.exchange import Who
from carreau.desk.journal import begin_log
from carreau.desk.rooms import Rooms
from carreau.desk.serving import Server
from carreau.desk.views import lines_of, view_of
from carreau.desk.views.places import tables_of
from carreau.petanque.notation import setup_of


class Fault:
    """Where this desk will die."""

    def __init__(self, point: str, nth: int) -> None:
        self.point = point
        self.left = nth

    def reached(self, point: str) -> None:
        """Die here, if it is the place and the time."""
        if point == self.point and self.left <= 0:
            os.kill(os.getpid(), signal.SIGKILL)

    def armed(self, store: Store) -> None:
        """Die around a commit."""
        append = store.append

        def dying(*given: Any) -> None:
            self.left -= 1
            self.reached("before")
            append(*given)
            self.reached("after")

        store.append = dying  # type: ignore[method-assign, assignment]

    def guarding(self, app: Any) -> Any:
        """Die after everything is done and before anybody hears of it."""

        async def guarded(scope: Any, receive: Any, send: Any) -> None:
            async def dying(message: Any) -> None:
                if scope.get("method") == "POST":
                    self.reached("reply")
                await send(message)

            await app(scope, receive, dying)

        return guarded


@cache
def made(folder: str) -> tuple[Store, Any]:
    """The store and the application of a folder; nothing of it is open yet, so that it can be forked."""
    Path(folder).mkdir(parents=True, exist_ok=True)
    store = Store.in_folder(Path(folder))
    return store, create_app(store, Settings(trusting=True, examples=False, rates=False))


def warmed() -> None:
    """Load the book, its tables and everything that shows a game, without a thread: this process is going to fork."""
    tables_of("fipjp-2016", {}, wait=True)
    store = Store("sqlite://").open()
    rooms = Rooms(store, Settings(examples=False))
    entry = Entry(moment=Moment(at_ms=0), fact=setup_of("fipjp-2016", {"detail": "ends"}))
    room = rooms.begin("0" * 8, entry, {}, Who(device="", role="scorer"), 0)
    view_of(room, "en", "scorer")
    lines_of(room, "en", "scorer")
    store.close()


def desk(folder: str, fault: Fault, door: socket.socket) -> None:
    """One desk, until it dies."""
    store, app = made(folder)
    store.open()
    fault.armed(store)
    config = uvicorn.Config(
        fault.guarding(app), log_config=None, access_log=False, lifespan="off", log_level="critical"
    )
    Server(config, app).run(sockets=[door])


def main() -> None:
    """Fork a desk for each line that comes in."""
    begin_log()
    warmed()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for line in sys.stdin:
        folder, point, nth = line.split()
        door = socket.create_server(("127.0.0.1", 0))
        port = door.getsockname()[1]
        made(folder)
        child = os.fork()
        if child == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            sys.stdout = sys.stderr  # what a desk says of itself must not stand between the answers
            try:
                desk(folder, Fault(point, int(nth)), door)
            finally:
                os._exit(1)
        door.close()
        print(child, port, flush=True)


if __name__ == "__main__":
    main()
