"""The desk's own log: JSON lines of what was asked and what went wrong, without addresses, names or what was entered."""

import logging
import sys
import time
from typing import Any

import structlog
from starlette.types import ASGIApp, Message, Receive, Scope, Send

SLOW_MS = 1000
FAULT = 500


def begin_log(*, everything: bool = False) -> None:
    """JSON lines on standard error: what goes wrong, and with `everything` each request."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(sort_keys=True),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO if everything else logging.WARNING),
        logger_factory=structlog.WriteLoggerFactory(sys.stderr),
        cache_logger_on_first_use=False,
    )


def log() -> Any:
    """The log."""
    return structlog.get_logger()


class Journal:
    """Writes a line for each request: how it was asked (never by whom), how it ended, how long it took."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on and note its end."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began, status = time.perf_counter(), 0

        async def noting(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, noting)
        except Exception:
            log().exception("broken", method=scope["method"], route=_route(scope))
            raise
        finally:
            _note(scope, status, round((time.perf_counter() - began) * 1000))


def _note(scope: Scope, status: int, ms: int) -> None:
    stream = _route(scope).endswith("/events")
    said = log().warning if status >= FAULT or (ms > SLOW_MS and not stream) else log().info
    said("request", method=scope["method"], route=_route(scope), status=status, ms=ms)


def _route(scope: Scope) -> str:
    """The address by its pattern: `/api/games/{id}/facts`."""
    route = scope.get("route")
    return str(getattr(route, "path", None) or "-")
