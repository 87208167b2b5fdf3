"""The pages: one shell for everything a phone does, the same for all games, its files, and its worker."""

from importlib.resources import files
from string import Template

import msgspec
from fastapi import APIRouter, Request, Response

from carreau.desk.assets import WORKER, Asset, Assets, asset, assets
from carreau.desk.older import older, shelve

routes = APIRouter(include_in_schema=False)

YEAR = "public, max-age=31536000, immutable"
ASK = "no-cache"
CORE = (
    "app.js", "play.js", "game.js", "dom.js", "idb.js", "outbox.js", "exchange.js", "stream.js", "words.js", "clock.js",
    "tables.js", "prefs.js", "strip.js", "trouble.js",
)  # fmt: skip
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'"
)


class Pages:
    """What is made once when a desk starts: the shell and the worker, filled with the names of the files."""

    def __init__(self, found: Assets | None = None, *, gone: bool = False) -> None:
        self.assets = found or assets()
        digest = self.assets.digest
        preload = "\n".join(f'<link rel="modulepreload" href="/s/{digest}/{name}">' for name in CORE)
        self.shell = asset("shell.html", _filled("shell.html", digest=digest, preload=preload))
        names = msgspec.json.encode(sorted(self.assets.named)).decode()
        self.worker = asset(WORKER, _worker(digest=digest, files=names, gone="true" if gone else "false"))


def _filled(name: str, **slots: str) -> bytes:
    return Template(files("carreau.desk").joinpath("templates", name).read_text("utf-8")).substitute(slots).encode()


def _worker(**slots: str) -> bytes:
    """The worker with its first lines filled in."""
    text = files("carreau.desk").joinpath("static", WORKER).read_text("utf-8")
    head = "".join(
        f"const {name.upper()} = {value if name != 'digest' else msgspec.json.encode(value).decode()};\n"
        for name, value in slots.items()
    )
    return (head + text).encode()


def pages_of(request: Request) -> Pages:
    """The pages of the desk that is asked; made at the first request."""
    state = request.app.state
    if not hasattr(state, "pages"):
        state.pages = Pages(gone=not state.desk.settings.worker)
        shelve(state.pages.assets)
    found: Pages = state.pages
    return found


def sent(request: Request, found: Asset, keep: str, headers: dict[str, str] | None = None) -> Response:
    """A file, packed for those who can unpack it; nothing when they have it already."""
    tag = f'"{found.tag}"'
    about = {"Cache-Control": keep, "ETag": tag, "Vary": "Accept-Encoding", "X-Content-Type-Options": "nosniff"}
    about |= headers or {}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=about)
    if found.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(found.packed, media_type=found.kind, headers={**about, "Content-Encoding": "gzip"})
    return Response(found.plain, media_type=found.kind, headers=about)


@routes.get("/")
@routes.get("/new")
@routes.get("/settings")
@routes.get("/join")
@routes.get("/j/{id}")
@routes.get("/play/{id}")
async def shell(request: Request) -> Response:
    """The shell: its script looks at the address and at what the phone has kept."""
    headers = {"Content-Security-Policy": POLICY, "Referrer-Policy": "no-referrer"}
    return sent(request, pages_of(request).shell, ASK, headers)


@routes.get("/s/{digest}/{name:path}")
async def file(request: Request, digest: str, name: str) -> Response:
    """A file under the digest of all: it never changes."""
    here = pages_of(request).assets
    found = here.named.get(name) if digest == here.digest else older(digest, name)
    return sent(request, found, YEAR) if found is not None else Response(status_code=404)


@routes.get("/sw.js")
async def worker(request: Request) -> Response:
    """The worker that keeps the shell; it is asked for each time."""
    return sent(request, pages_of(request).worker, "no-store", {"Content-Security-Policy": POLICY})
