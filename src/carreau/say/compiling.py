"""From the translators' `.po` files to one compiled catalogue a language. A tool of the workshop: it needs Babel."""

import struct
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from carreau.say.texts import Unsaid

HERE = Path(__file__).parent
PLURALS = {
    "en": "nplurals=2; plural=(n != 1);",
    "fr": "nplurals=2; plural=(n > 1);",
    "fi": "nplurals=2; plural=(n != 1);",
    "it": "nplurals=2; plural=(n != 1);",
    "es": "nplurals=2; plural=(n != 1);",
}
MAGIC = 0x950412DE

Texts = dict[str, str]


def topics(language: str) -> list[Path]:
    """The source files of a language, one a topic."""
    return sorted(HERE.joinpath("po", language).glob("*.po"))


def spoken() -> list[str]:
    """The languages that have source files."""
    return sorted(folder.name for folder in HERE.joinpath("po").iterdir() if folder.is_dir())


def read(path: Path) -> Catalog:
    """One source file. Raises babel's PoFileError on one that is broken."""
    with path.open(encoding="utf-8") as source:
        return read_po(source, abort_invalid=True)


def messages(language: str) -> Iterator[tuple[Path, Message]]:
    """Every finished message of a language with the file it stands in."""
    for path in topics(language):
        for message in read(path):
            if message.id and not message.fuzzy:
                yield path, message


def texts(language: str) -> Texts:
    """All texts of a language as a compiled catalogue keys them. Raises Unsaid where two files differ on a key."""
    found: dict[str, tuple[Path, str]] = {}
    for path, message in messages(language):
        key, value = _pair(message)
        if key in found and found[key][1] != value:
            raise Unsaid(f"{language}: {message.id!r} stands in {found[key][0].name} and differs in {path.name}")
        if value.replace("\0", ""):
            found[key] = (path, value)
    head = f"Content-Type: text/plain; charset=UTF-8\nPlural-Forms: {PLURALS[language]}\n"
    return {"": head} | {key: value for key, (_, value) in sorted(found.items())}


def _pair(message: Message) -> tuple[str, str]:
    context = f"{message.context}\x04" if message.context else ""
    if isinstance(message.id, str):
        return context + message.id, str(message.string)
    return context + "\0".join(message.id), "\0".join(message.string or ())


def packed(texts: Texts) -> bytes:
    """The catalogue in gettext's binary form, the same bytes for the same texts."""
    keys = sorted(texts, key=lambda key: key.encode())
    ids, strings = [key.encode() for key in keys], [texts[key].encode() for key in keys]
    start = 28 + 16 * len(keys)
    tables, body = b"", b""
    for table in (ids, strings):
        for item in table:
            tables += struct.pack("<II", len(item), start + len(body))
            body += item + b"\0"
    head = struct.pack("<7I", MAGIC, 0, len(keys), 28, 28 + 8 * len(keys), 0, start)
    return head + tables + body


def compiled(language: str) -> bytes:
    """The compiled catalogue of a language, from its sources."""
    return packed(texts(language))


def compile_all() -> Iterator[tuple[Path, int]]:
    """Write every language's catalogue; yields its place and how many texts it has."""
    for language in spoken():
        target = HERE / "mo" / f"{language}.mo"
        target.parent.mkdir(exist_ok=True)
        target.write_bytes(compiled(language))
        yield target, len(texts(language)) - 1
