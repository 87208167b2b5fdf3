"""WebKit, the engine of an iPhone: driven from outside, or with a profile on disk and a script that taps by itself."""

import contextlib
import os
import re
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from selenium import webdriver
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

from tests.browser.serving import Line

MINI = Path("/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser")
DRIVER = Path("/usr/bin/WebKitWebDriver")
XVFB = Path("/usr/bin/Xvfb")
NEEDED = (MINI, DRIVER, XVFB)
UNBOXED = {"WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1"}  # it refuses its box to root
TAPS = b"""
const tell = (what) => fetch(`/taps/${what}`).catch(() => null);
const shown = () => {
  const mark = document.querySelector(".mark");
  return mark && ["kept", "sending"].includes(mark.dataset.state) ? Number(/\\d+/.exec(mark.textContent)[0]) : 0;
};
const begin = () => {
  if (!document.querySelector(".pads")) return setTimeout(begin, 20);
  tell(`there?n=${shown()}`);
  const changes = { childList: true, subtree: true, characterData: true, attributes: true };
  const saved = () => document.querySelector(".mark").dataset.state === "saved";
  new MutationObserver(() => tell(saved() ? "saved" : `shown?n=${shown()}`)).observe(document.querySelector(".mark"), changes);
  setTimeout(() => {
    tell("tap");
    [...document.querySelectorAll("#work button")].find((one) => one.textContent === "No points").click();
  }, 50);
};
if (location.pathname.startsWith("/play/")) begin();
"""


@contextlib.contextmanager
def screen() -> Iterator[str]:
    """A screen that nobody sees; its name."""
    read, write = os.pipe()
    xvfb = subprocess.Popen(
        [str(XVFB), "-displayfd", str(write), "-screen", "0", "800x900x24", "-nolisten", "tcp"],
        pass_fds=(write,),
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    with os.fdopen(read) as said:
        number = said.readline().strip()
    try:
        yield f":{number}"
    finally:
        xvfb.terminate()
        xvfb.wait(10)


@contextlib.contextmanager
def driven(display: str) -> Iterator[webdriver.WebKitGTK]:
    """A browser that the test drives; it forgets everything at its end."""
    options = Options()
    options.binary_location = str(MINI)
    options.add_argument("--automation")
    environment = {**os.environ, **UNBOXED, "DISPLAY": display}
    driver = webdriver.WebKitGTK(options=options, service=Service(str(DRIVER), env=environment))
    try:
        driver.set_window_size(390, 700)
        driver.implicitly_wait(20)
        yield driver
    finally:
        driver.quit()


class Kept:
    """A browser with a profile on disk, in a process group of its own."""

    def __init__(self, display: str, profile: Path, address: str) -> None:
        home = {"XDG_DATA_HOME": str(profile / "data"), "XDG_CACHE_HOME": str(profile / "cache")}
        self.process = subprocess.Popen(
            [str(MINI), address],
            env={**os.environ, **UNBOXED, **home, "DISPLAY": display},
            start_new_session=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def kill(self) -> None:
        """SIGKILL to all of it."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(10)


class TappingLine(Line):
    """A line that puts a script into the shell which taps by itself and tells what it sees; `heard` is what it told.

    `api`: what belongs to games goes through; without it the desk is away for the page, while the script is still heard.
    """

    def __init__(self, to: int) -> None:
        self.api = True
        self.heard: list[tuple[str, int]] = []
        super().__init__(to)

    def _pass(self, near: socket.socket, request: bytes) -> bool:
        path = urlsplit(request.split(b" ", 2)[1].decode())
        if path.path == "/taps/taps.js":
            self._say(near, "text/javascript", TAPS)
        elif path.path.startswith("/taps/"):
            self.heard.append((path.path.rpartition("/")[2], int(parse_qs(path.query).get("n", ["0"])[0])))
            self._say(near, "text/plain", b"")
        elif path.path.startswith("/api/") and not self.api:
            return False
        elif path.path == "/" or path.path.startswith("/play/"):
            self._shell(near, request)
        else:
            return super()._pass(near, request)
        return False

    def _say(self, near: socket.socket, kind: str, content: bytes) -> None:
        head = f"HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {len(content)}\r\nConnection: close\r\n\r\n"
        near.sendall(head.encode() + content)

    def _shell(self, near: socket.socket, request: bytes) -> None:
        """The shell with one script more."""
        plain = re.sub(rb"(?im)^(accept-encoding|if-none-match|connection):.*\r\n", b"", request)
        with socket.create_connection(("127.0.0.1", self.to), 20) as far:
            far.sendall(plain.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n", 1))
            got = b"".join(iter(lambda: far.recv(65536), b""))
        head, _, body = got.partition(b"\r\n\r\n")
        body = body.replace(b"</head>", b'<script type="module" src="/taps/taps.js"></script></head>')
        head = re.sub(rb"(?im)^content-length:.*$", f"content-length: {len(body)}".encode(), head)
        near.sendall(head + b"\r\n\r\n" + body)

    def wait(self, what: str, since: int, seconds: float = 40) -> int:
        """Wait until the script has told something after `since` others; the number with it."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            found = [n for said, n in self.heard[since:] if said == what]
            if found:
                return found[0]
            time.sleep(0.005)
        raise AssertionError(f"the script has not told {what!r}: {self.heard[since:]}")


def element(driver: Any, css: str) -> Any:
    """One element of the page."""
    return driver.find_element("css selector", css)
