"""What the short notations of all sports share: how a line falls into words, who enters it and when, and `Kind field=value`."""

import re
from collections.abc import Callable, Iterator
from typing import Any, get_args

import msgspec
from msgspec import structs

from carreau.core.facts import By, Corrected, Moment, Source, Undone

BY: tuple[str, ...] = get_args(By)
SOURCES: tuple[str, ...] = get_args(Source)
NUMBER = re.compile(r"-?\d+$")
PLAIN = re.compile(r"[A-Za-z_][\w.:-]*$")
YES, NO = ("true", "yes"), ("false", "no")
MS = 1000  # of a second
LONGEST = 200  # letters of what was typed, in a message
SHOULD_BE = " | "  # between the changes of one correction

Words = list[str]
Said = tuple[Moment, Any]


class NotUnderstood(ValueError):
    """The words do not make a fact; the message says which, and what would."""


# --- reading ---------------------------------------------------------------------------------------


def parts(text: str) -> Iterator[str]:
    """The facts of a text one by one: a line or a semicolon parts them, a remark after # is passed over."""
    for line in text.split("\n"):
        for part in line.split("#")[0].split(";"):
            if part.strip():
                yield part.strip()


def words_of(text: str) -> Words:
    """Words are parted by blanks, but not inside quotes, brackets or braces."""
    words, depth, quoted = [""], 0, False
    for sign in text:
        quoted ^= sign == '"'
        depth += 0 if quoted else (sign in "[{") - (sign in "]}")
        if sign.isspace() and not quoted and depth <= 0:
            words.append("")
        else:
            words[-1] += sign
    return [word for word in words if word]


def envelope(words: Words) -> tuple[Moment, Words]:
    """Who enters the fact (`umpire:`), from what source (`tape:`) and at what game time (`@12:30`), and the rest."""
    moment, rest, source = Moment(), list(words), ""
    while rest and (rest[0].startswith("@") or rest[0].endswith(":")):
        word = rest.pop(0)
        if word.startswith("@"):
            moment = structs.replace(moment, at_ms=clock_ms(word[1:]))
        elif (name := word[:-1]) in BY:
            moment = structs.replace(moment, by=name)
        elif name in SOURCES:
            source = name
        else:
            known = f"({', '.join(BY)}) and no source ({', '.join(SOURCES)})"
            raise NotUnderstood(f"{name!r} is nobody who enters facts {known}")
    return structs.replace(moment, source=source or usual_source(moment.by)), rest


def usual_source(by: By) -> Source:
    """What needs no word: people state what they saw, and a simulator has simulated it."""
    return "simulator" if by == "simulator" else "stated"


def understood(text: str, fact_of: Callable[[Words], Any], facts: Any) -> Said:
    """One fact with its envelope, checked as one of a sport's `facts`. Raises NotUnderstood."""
    moment, words = envelope(words_of(text))
    if not words:
        raise NotUnderstood(f"{text!r} names no fact")
    try:
        return moment, msgspec.convert(msgspec.to_builtins(fact_of(words)), facts)
    except NotUnderstood:
        raise
    except (msgspec.DecodeError, ValueError) as wrong:
        raise NotUnderstood(f"{text[:LONGEST]!r}: {wrong}") from wrong


def clock_ms(text: str) -> int:
    """`61.5` seconds, `1:01.5` or `1:05:00` as milliseconds."""
    try:
        seconds = 0.0
        for part in text.rstrip("s").split(":"):
            seconds = seconds * 60 + float(part)
        return round(seconds * MS)
    except (ValueError, OverflowError):
        raise NotUnderstood(f"{text!r} is no time such as 61, 1:01 or 1:05:00") from None


def fields_of(words: Words) -> Iterator[tuple[str, Any]]:
    """`name=value`, and `name` alone for yes."""
    for word in words:
        name, eq, value = word.partition("=")
        yield name, typed(value) if eq else True


def typed(text: str) -> Any:
    """A value as it is typed: yes or no, a whole number, JSON, else the word itself. Raises NotUnderstood."""
    if text in YES or text in NO:
        return text in YES
    try:
        return msgspec.json.decode(text) if text[:1] in ("[", "{", '"') else int(text) if NUMBER.match(text) else text
    except (msgspec.DecodeError, RecursionError) as wrong:
        raise NotUnderstood(f"{text!r}: {wrong}") from wrong
    except ValueError:
        raise NotUnderstood(f"{text[:9]}... is too long a number") from None


def undone(words: Words, last: int) -> Undone:
    """`undo 3 4 why="..."`; without numbers the last entry."""
    seqs = tuple(int(word) for word in words if word.isdecimal())
    more = dict(fields_of([word for word in words if not word.isdecimal()]))
    return msgspec.convert({"seqs": seqs or (last,), **more}, Undone)


# --- writing ---------------------------------------------------------------------------------------


def entered(moment: Moment, written: str) -> str:
    """A fact as written, with who entered it and when, where that is more than the ordinary."""
    at = f"@{clock_text(moment.at_ms)} " if moment.at_ms is not None else ""
    by = f"{moment.by}: " if moment.by != "scorer" else ""
    source = f"{moment.source}: " if moment.source != usual_source(moment.by) else ""
    return f"{at}{by}{source}{written}"


def full(fact: Any) -> Iterator[str]:
    """`Kind field=value`, whatever the kind."""
    yield type(fact).__name__
    yield from said_fields(fact)


def said_fields(fact: Any, *without: str) -> Iterator[str]:
    """The fields that say something, but for those already written."""
    for name, value in msgspec.to_builtins(fact).items():
        if name != "kind" and name not in without and value is not None:
            yield f"{name}={value_of(value)}"


def value_of(value: Any) -> str:
    """A value as it is typed: a plain word, a number, else JSON."""
    match value:
        case True | False:
            return str(value).lower()
        case str() if PLAIN.match(value) and value not in (*YES, *NO):
            return value
        case _:
            return msgspec.json.encode(value).decode()


def withdrawal(fact: Undone) -> Iterator[str]:
    """`undo 3 4`."""
    yield " ".join(["undo", *(str(seq) for seq in fact.seqs)])
    yield from said_fields(fact, "seqs")


def correction(fact: Corrected[Any], written: Callable[[Any], str]) -> Iterator[str]:
    """`correct 3: draw B | 5:`, with the facts of the sport as `written` has them."""
    changes = (f"{change.seq}: {'; '.join(written(part) for part in change.facts)}".strip() for change in fact.changes)
    yield f"correct {SHOULD_BE.join(changes)}"


def clock_text(ms: int) -> str:
    """A time as `1:05`, with its fraction if it has one."""
    seconds, rest = divmod(ms, MS)
    minutes, seconds = divmod(seconds, 60)
    return f"{minutes}:{seconds:02}" + (f".{rest:03}".rstrip("0") if rest else "")
