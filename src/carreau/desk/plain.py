"""Text that people typed, made harmless and honest: what can't be seen is shown as a mark, what is too long is refused."""

import re
from typing import Any

import msgspec

from carreau.desk.bodies import Failure

MARK = "\N{REPLACEMENT CHARACTER}"
SPACES = re.compile(r"[\t\r\n\u2028\u2029]+")
UNSEEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb]+"
)  # control characters, and those that turn the direction of writing
SUSPECT = re.compile(rb"\\|[\x7f]|\xc2[\x80-\x9f]|\xd8\x9c|\xe2\x80|\xe2\x81|\xef\xbb\xbf|\xef\xbf[\xb9-\xbb]")
MOST_NOTE = 500
MOST_NAME = 40
MOST_WORD = 120
NOTES = ("text", "note", "why")
NAMES = ("name",)


def plain(text: str) -> str:
    """What somebody typed, with a mark in the place of each run of characters that can't be seen."""
    return UNSEEN.sub(MARK, SPACES.sub(" ", text))


def plain_fact(raw: msgspec.Raw) -> msgspec.Raw:
    """A fact or a set-up with its texts made plain. Raises Failure for a note, a name or a word that is too long."""
    if len(raw) <= MOST_NAME and not SUSPECT.search(bytes(raw)):
        return raw
    try:
        found = msgspec.json.decode(raw)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        return raw  # the reader of facts says what is wrong with it
    clean = _plain(found, "")
    return msgspec.Raw(msgspec.json.encode(clean)) if SUSPECT.search(bytes(raw)) else raw


def _plain(value: Any, name: str) -> Any:
    match value:
        case str():
            return _within(plain(value), name)
        case list():
            return [_plain(each, name) for each in value]
        case dict():
            return {_within(plain(key), ""): _plain(each, key) for key, each in value.items()}
    return value


def _within(text: str, name: str) -> str:
    most = MOST_NOTE if name in NOTES else MOST_NAME if name in NAMES else MOST_WORD
    if len(text) > most:
        raise Failure(422, "too_long", why="malformed", stopped_at=None, most=most, field=name)
    return text


def plain_names(people: dict[str, str]) -> dict[str, str]:
    """The names of people by player. Raises Failure."""
    return {_within(plain(id), "name"): _within(plain(name), "name") for id, name in people.items()}
