"""The files that a page loads: read once, packed once, named by a digest of them all, so that nobody has to ask again."""

import gzip
import hashlib
import re
from collections.abc import Iterator, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable

from msgspec import Struct

TYPES = {
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "svg": "image/svg+xml",
    "png": "image/png",
    "html": "text/html; charset=utf-8",
    "json": "application/json",
    "webmanifest": "application/manifest+json",
}
PACKED = ("js", "css", "svg", "html", "json", "webmanifest")
INSIDE = r"(?:[^*]|\*(?!/))*"
COMMENT = re.compile(
    rf"^[ \t]*/\*{INSIDE}\*/[ \t]*$|^[ \t]*//[^\n]*$|/\*\*? @(?:type|param)\b{INSIDE}\*/ ?",
    re.MULTILINE,
)
INDENT = re.compile(r"^[ \t]+", re.MULTILINE)
WORKER = "sw.js"  # not one of them: it has an address of its own


class Asset(Struct, frozen=True):
    """One file as it goes out, plain and packed."""

    kind: str
    plain: bytes
    packed: bytes | None
    tag: str


class Assets(Struct, frozen=True):
    """All files by their names, and what they are called together."""

    digest: str
    named: Mapping[str, Asset]


def assets() -> Assets:
    """The files beside this module, with the sentences: another text is another digest."""
    named = {name: asset(name, content) for name, content in _files(files("carreau.desk").joinpath("static"))}
    templates = _files(files("carreau.desk").joinpath("templates"))
    sentences = _files(files("carreau.say").joinpath("mo"))
    whole = hashlib.sha256()
    for name, content in (*((name, found.plain) for name, found in named.items()), *templates, *sentences):
        whole.update(name.encode() + b"\0" + hashlib.sha256(content).digest())
    return Assets(whole.hexdigest()[:12], {name: found for name, found in named.items() if name != WORKER})


def asset(name: str, content: bytes) -> Asset:
    """A file as it goes out."""
    ending = name.rpartition(".")[2]
    content = lean(content) if ending == "js" else content
    packed = gzip.compress(content, 9, mtime=0) if ending in PACKED else None
    return Asset(
        TYPES.get(ending, "application/octet-stream"), content, packed, hashlib.sha256(content).hexdigest()[:16]
    )


def lean(script: bytes) -> bytes:
    """A script without what only people read, line by line where it was: an error still names the right line."""
    text = COMMENT.sub(lambda found: "\n" * found.group().count("\n"), script.decode("utf-8"))
    return (text if "`\n" in text else INDENT.sub("", text)).encode()


def _files(folder: Traversable, before: str = "") -> Iterator[tuple[str, bytes]]:
    if not folder.is_dir():
        return
    for found in sorted(folder.iterdir(), key=lambda each: each.name):
        if found.is_dir():
            yield from _files(found, f"{before}{found.name}/")
        elif found.name.rpartition(".")[2] in TYPES or found.name.endswith(".mo"):
            yield before + found.name, found.read_bytes()
