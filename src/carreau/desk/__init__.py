"""The desk: the application at the courtside, which keeps games, rules on them by the core and shows them live."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware

from carreau import __version__
from carreau.desk import (
    api,
    audit,
    away,
    board_pages,
    calls,
    checks,
    codes,
    control,
    entries,
    examples,
    filing,
    formbook,
    health,
    invitations,
    maps,
    pages,
    paper,
    privacy,
    rulebook_pages,
    setups,
    words,
)
from carreau.desk.bodies import Failure, tongue
from carreau.desk.described import describe
from carreau.desk.guard import Door, protect
from carreau.desk.journal import Journal, log
from carreau.desk.people import NotYou
from carreau.desk.settings import Settings
from carreau.desk.store import Lost, Store

__all__ = ("Settings", "Store", "create_app")

PARTS = (
    api,
    invitations,
    audit,
    away,
    board_pages,
    calls,
    checks,
    codes,
    control,
    examples,
    entries,
    maps,
    filing,
    health,
    words,
    formbook,
    setups,
    rulebook_pages,
    privacy,
    paper,
    pages,
)


def create_app(store: Store, settings: Settings | None = None) -> FastAPI:
    """The application over an open store."""
    desk = api.Desk(store, settings or Settings())
    if desk.settings.examples:
        examples.begin_examples(desk)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        ticking = asyncio.create_task(desk.live.tick())
        try:
            yield
        finally:
            desk.live.stop()
            ticking.cancel()
            with suppress(asyncio.CancelledError):
                await ticking

    app = FastAPI(
        title="Carreau",
        version=__version__,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        lifespan=lifespan,
    )
    app.add_middleware(GZipMiddleware, minimum_size=600, compresslevel=5)
    app.add_middleware(Door, guard=desk.guard)
    app.add_middleware(Journal)
    app.state.desk = desk
    for part in PARTS:
        app.include_router(part.routes)
    describe(app)
    app.add_exception_handler(Failure, _failed)
    app.add_exception_handler(NotYou, _not_you)
    app.add_exception_handler(RequestValidationError, _wrong_request)
    app.add_exception_handler(HTTPException, _no_such_page)
    app.add_exception_handler(Lost, _lost)
    app.add_exception_handler(Exception, _broken)
    return app


async def _failed(request: Request, failure: Exception) -> Response:
    assert isinstance(failure, Failure)
    return failure.answer(tongue(request.query_params.get("lang")))


async def _not_you(request: Request, no: Exception) -> Response:
    assert isinstance(no, NotYou)
    return Failure(no.status, no.why, why=no.why).answer(tongue(request.query_params.get("lang")))


async def _wrong_request(request: Request, wrong: Exception) -> Response:
    assert isinstance(wrong, RequestValidationError)
    first = wrong.errors()[0]
    place = ".".join(str(part) for part in first["loc"])
    failure = Failure(422, "malformed", why="malformed", detail=f"{place}: {first['msg']}")
    return failure.answer(tongue(request.query_params.get("lang")))


async def _no_such_page(request: Request, no: Exception) -> Response:
    assert isinstance(no, HTTPException)
    error = {404: "not_found", 405: "no_such_method"}.get(no.status_code, "refused")
    return Failure(no.status_code, error, dict(no.headers or {})).answer(tongue(request.query_params.get("lang")))


async def _lost(request: Request, lost: Exception) -> Response:
    """The database can't be reached; what was sent is tried again."""
    log().error("not_kept", detail=str(lost))
    return Failure(503, "not_kept", {"Retry-After": "2"}).answer(tongue(request.query_params.get("lang")))


async def _broken(request: Request, wrong: Exception) -> Response:
    """Our own fault; the log has it in full."""
    reply = Failure(500, "broken").answer(tongue(request.query_params.get("lang")))
    protect(reply.headers, request.app.state.desk.settings.tls or request.url.scheme == "https")
    return reply
