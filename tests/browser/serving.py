"""A desk as a process of its own, and a line to it that can be cut, slowed down, lose replies or send twice."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx

READY_S = 60


class Serving:
    """A desk that runs; it can be killed and started again on the same folder and the same door."""

    def __init__(self, folder: Path, *flags: str) -> None:
        self.folder = folder
        self.flags = flags
        self.port = free_port()
        self.process: subprocess.Popen[str] | None = None
        self.environment: dict[str, str] = {}

    @property
    def address(self) -> str:
        """Where a browser finds it."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> "Serving":
        """Run it and wait until it is ready."""
        self.process = subprocess.Popen(
            [
                sys.executable,
                "-P",
                "-m",
                "carreau",
                "serve",
                "--data",
                str(self.folder),
                "--port",
                str(self.port),
                *self.flags,
            ],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, **self.environment},
            text=True,
        )
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line.startswith("ready"):
                return self
        raise RuntimeError(f"the desk did not start: {self.process.wait()}")

    def kill(self) -> None:
        """No word of farewell."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """As somebody who goes home stops it."""
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        if self.process is None:
            return
        self.process.send_signal(how)
        self.process.wait(20)
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.process = None

    # --- what a test asks of it --------------------------------------------------------------------

    def begin(self, device: str, **more: Any) -> str:
        """A new game of a device; its id. `more`: fields of the set-up."""
        setup = {"rulebook": "fipjp-2016", "format": "triples", "detail": "ends", "umpire": False, **more}
        reply = self.ask("POST", "/api/games", json={"setup": setup, "device": device})
        return str(reply["id"])

    def record(self, game: str) -> list[dict[str, Any]]:
        """The facts of a game, as they stand in its story."""
        return list(self.ask("GET", f"/api/games/{game}")["story"])

    def ask(self, method: str, path: str, **more: Any) -> Any:
        """A request as the page makes it."""
        headers = {"X-Carreau": "1", "Origin": self.address}
        with httpx.Client(base_url=self.address, headers=headers, timeout=20) as client:
            reply = client.request(method, path, **more)
        reply.raise_for_status()
        return reply.json()


def free_port() -> int:
    """A door that nobody uses."""
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        return int(door.getsockname()[1])


@contextlib.contextmanager
def serving(folder: Path, *flags: str) -> Iterator[Serving]:
    """A desk for as long as it is needed."""
    desk = Serving(folder, *flags).start()
    try:
        yield desk
    finally:
        desk.kill()


class Line:
    """A TCP line between a browser and a desk. `cut`: nothing goes through; `delay_s`: everything takes so much longer;
    `lose`: so many of the next POST requests reach the desk and their replies are lost; `drop`: so many never reach it;
    `twice`: so many reach it twice; `answer`: a status that is given instead of asking the desk.
    """

    def __init__(self, to: int) -> None:
        self.to = to
        self.cut = False
        self.delay_s = 0.0
        self.lose = 0
        self.drop = 0
        self.twice = 0
        self.answer: int | None = None
        self._open: set[socket.socket] = set()
        self._lock = threading.Lock()
        self.door = socket.create_server(("127.0.0.1", 0))
        self.port = int(self.door.getsockname()[1])
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def address(self) -> str:
        """Where a browser finds the desk behind this line."""
        return f"http://127.0.0.1:{self.port}"

    def close(self) -> None:
        """For good."""
        self.cut = True
        with contextlib.suppress(OSError):
            self.door.shutdown(socket.SHUT_RDWR)
        self.door.close()
        self.hang_up()

    def hang_up(self) -> None:
        """End everything that is open now."""
        with self._lock:
            for end in self._open:
                with contextlib.suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)
                end.close()
            self._open.clear()

    def down(self) -> None:
        """The network is gone."""
        self.cut = True
        self.hang_up()

    def up(self) -> None:
        """And back."""
        self.cut = False

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self.door.accept()
            except OSError:
                return
            threading.Thread(target=self._carry, args=(near,), daemon=True).start()

    def _carry(self, near: socket.socket) -> None:
        with self._lock:
            self._open.add(near)
        with contextlib.suppress(OSError):
            while not self.cut and (request := read_request(near)) is not None:
                if not self._pass(near, request):
                    break
        self._shut(near)

    def _shut(self, *ends: socket.socket) -> None:
        for end in ends:
            with self._lock:
                self._open.discard(end)
            with contextlib.suppress(OSError):
                end.close()

    def _pass(self, near: socket.socket, request: bytes) -> bool:
        """One request and its reply; True: the browser may send another one."""
        time.sleep(self.delay_s)
        if self.cut:
            return False
        if self.answer is not None:
            near.sendall(f"HTTP/1.1 {self.answer} No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".encode())
            return False
        posts = request.startswith(b"POST")
        if posts and self.drop > 0:
            self.drop -= 1
            return False
        if posts and self.twice > 0:
            self.twice -= 1
            self._once(None, request)
        if posts and self.lose > 0:
            self.lose -= 1
            self._once(None, request)
            return False
        self._once(near, request)
        return False

    def _once(self, near: socket.socket | None, request: bytes) -> None:
        """Send a request to the desk and carry what it answers, to nobody if nobody is there."""
        with socket.create_connection(("127.0.0.1", self.to), 10) as far:
            far.settimeout(None)
            with self._lock:
                self._open.add(far)
            far.sendall(closing(request))
            while part := far.recv(65536):
                if self.cut:
                    break
                if near is not None:
                    near.sendall(part)
            with self._lock:
                self._open.discard(far)


def closing(request: bytes) -> bytes:
    """The request with a word that the reply ends the connection."""
    head, _, body = request.partition(b"\r\n\r\n")
    lines = [line for line in head.split(b"\r\n") if not line.lower().startswith(b"connection:")]
    return b"\r\n".join([*lines, b"Connection: close", b"", b""]) + body


def read_request(near: socket.socket) -> bytes | None:
    """A whole HTTP request with its body, or None when the browser has gone."""
    got = b""
    while b"\r\n\r\n" not in got:
        part = near.recv(65536)
        if not part:
            return None
        got += part
    head, _, body = got.partition(b"\r\n\r\n")
    length = next(
        (int(line.split(b":")[1]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:")), 0
    )
    while len(body) < length:
        part = near.recv(65536)
        if not part:
            return None
        body += part
    return head + b"\r\n\r\n" + body


def kill_by_profile(profile: Path) -> int:
    """SIGKILL to every process of the browser that has this profile; how many there were."""
    mark = str(profile).encode()
    found = [pid for pid in map(int, filter(str.isdigit, os.listdir("/proc"))) if mark in command_line(pid)]
    for pid in found:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    return len(found)


def command_line(pid: int) -> bytes:
    """The command line of a process of ours; nothing for one that is gone, or is this one."""
    if pid == os.getpid():
        return b""
    with contextlib.suppress(OSError):
        line = Path(f"/proc/{pid}/cmdline").read_bytes()
        return line if b"chrom" in line.partition(b"\0")[0] else b""
    return b""
