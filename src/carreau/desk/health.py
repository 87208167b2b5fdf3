"""Is the desk well: its database, how much it holds, who watches."""

from fastapi import APIRouter, Request, Response

from carreau import __version__
from carreau.desk.api import Desk, aside, desk_of
from carreau.desk.bodies import answer
from carreau.sports import Json

routes = APIRouter(prefix="/api", tags=["desk"])


@routes.get("/health")
async def health(request: Request) -> Response:
    """The database answers, and how many entries it has; 503 when it doesn't."""
    desk = desk_of(request)
    return answer({**await aside(_counted, desk), "streams": desk.live.count})


def _counted(desk: Desk) -> Json:
    heads = desk.store.heads()
    kind = "sqlite" if desk.store.is_sqlite else "postgresql"
    total = sum(head + 1 for head in heads.values())
    return {"ok": True, "version": __version__, "database": kind, "games": len(heads), "entries": total}
