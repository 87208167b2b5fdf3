"""What a desk is told when it starts: its address, its clock, how many may watch."""

import time
from collections.abc import Callable

from msgspec import Struct


def now_ms() -> int:
    """The wall clock, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Settings(Struct, frozen=True, kw_only=True):
    """How one desk is run.

    `origin`: the address that people type, for links and to know other pages by. `pin`: the desk's own digits.
    `trusting`: whoever opens a game may score it, as on a club's own network. `tls`: is the desk behind https?
    `streams`: of all viewers; `streams_an_address`: of one address, behind which so many phones may be.
    `worker`: pages open without network; without it every phone's worker and its files are taken away again.
    `rates`: is it counted how often somebody asks? `overlay`: the sites that may frame the overlay.
    """

    origin: str | None = None
    pin: str | None = None
    trusting: bool = False
    tls: bool = False
    streams: int = 1000
    streams_an_address: int = 20
    worker: bool = True
    rates: bool = True
    tick_s: float = 15
    largest_body: int = 64 * 1024
    largest_record: int = 4 * 1024 * 1024
    overlay: tuple[str, ...] = ()
    examples: bool = True
    now: Callable[[], int] = now_ms
