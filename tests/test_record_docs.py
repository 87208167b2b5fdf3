"""`docs/record.md` says of every field of a record what the types say, and of every question what the cases show."""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

import msgspec
import pytest
from msgspec import structs

from carreau.books import BOOKS
from carreau.core import facts as shared
from carreau.core.notation import BY, SOURCES
from carreau.core.record import Envelope, kinds
from carreau.core.ruling import Asked
from carreau.gamefile import opened
from carreau.petanque import facts as f
from carreau.petanque import notation, setup
from tests.proof import ROOT, outcomes

PAGE = (ROOT / "docs" / "record.md").read_text("utf-8")
PARTS = (setup.Team, setup.Player, setup.Terrain, f.Moved, f.Stopped, f.Lifted, shared.Placed, shared.Change)
KINDS = kinds(BOOKS["fipjp-2016"].sport)
STRUCTS: dict[str, Any] = {
    "Envelope": Envelope,
    **{name: getattr(kind, "__origin__", kind) for name, kind in KINDS.items()},
    **{part.__name__: part for part in PARTS},
}

WORDS: dict[str, Any] = {
    "side": shared.Side, "by": shared.By, "source": shared.Source, "holds": f.Holds, "breach": f.Breach,
    "offence": f.Offence, "jack fault": f.JackFault, "mover": f.Mover, "stopper": f.StopperKind, "line": f.LineKind,
    "clock": f.ClockName, "instrument": f.Instrument,
}  # fmt: skip
NUMBERS: dict[Any, str] = {shared.Mm: "mm", shared.Ms: "ms", shared.Number: "number", shared.Whole: "whole number"}
NAMES = {
    "player": ("player", "tapped_by", "refused_by", "players", "hands"),
    "boule": ("boule", "near", "far", "pair", "order", "boules", "dead", "gaps_mm"),
    "object": ("object", "objects", "put_back", "places_mm"),
    "player or side": ("boule_of",),
}
NAME_OF = {field: what for what, fields in NAMES.items() for field in fields}

Row = tuple[str, str, str]


def kind_of(t: Any, field: str) -> str:
    """The type of a field as the page writes it."""
    for name, literal in WORDS.items():
        if t == literal:
            return name
    if t == shared.Whole and field.endswith(("_mm", "_ms")):
        return f"{field[-2:]}, with its sign"
    if t in NUMBERS:
        return NUMBERS[t]
    origin, args = get_origin(t), get_args(t)
    if origin is Literal:
        return _listed(args)
    if origin in (UnionType, Union):
        inner = [kind_of(part, field) for part in args if part is not NoneType]
        return " or ".join(", ".join(inner).rsplit(", ", 1)) if len(inner) > 1 else inner[0]
    if origin is tuple and args[1] is Ellipsis:
        return f"list of {kind_of(args[0], field)}"
    if origin is tuple:
        return f"two of {kind_of(args[0], field)}"
    if origin is dict:
        return f"{kind_of(args[1], '')} by {kind_of(args[0], field)}"
    return _plain(t, field)


def _plain(t: Any, field: str) -> str:
    """A type that has no parts."""
    if t is bool:
        return "true or false"
    if t in (str, f.BouleId):
        return NAME_OF.get(field, "boule" if t == f.BouleId else "text")
    if t in (Any, msgspec.Raw) or isinstance(t, type(shared.F)):
        return "fact" if field in ("fact", "facts") else "anything"
    name = str(t.__name__)
    return f"[`{name}`](#{name.lower()})"


def default_of(field: structs.FieldInfo) -> str:
    """What a field that is left out means."""
    if field.required:
        return "needed"
    value = field.default if field.default is not msgspec.NODEFAULT else field.default_factory()
    if value is None or (not value and not isinstance(value, bool | int)) or isinstance(value, msgspec.Struct):
        return "—"
    return f"`{msgspec.json.encode(value).decode()}`" if isinstance(value, bool | int) else f"`{value}`"


def rows_of(struct: Any) -> list[Row]:
    """The fields of a struct, those that are needed first."""
    fields = sorted(structs.fields(struct), key=lambda field: not field.required)
    return [(field.encode_name, kind_of(field.type, field.name), default_of(field)) for field in fields]


@cache
def tables() -> dict[str, list[list[str]]]:
    """The tables of the page by the heading they stand under, without their head lines."""
    found: dict[str, list[list[str]]] = {}
    heading = ""
    lines = PAGE.splitlines()
    for line, after in pairwise([*lines, ""]):
        if line.startswith("#"):
            heading = line.lstrip("# ").strip("`")
        elif line.startswith("|") and not line.startswith("| ---") and not after.startswith("| ---"):
            found.setdefault(heading, []).append([cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]])
    return found


@pytest.mark.parametrize("name", STRUCTS)
def test_every_field_is_on_the_page_as_it_is(name: str) -> None:
    shown = [(row[0].strip("`"), row[1], row[2]) for row in tables().get(name, ())]
    assert sorted(shown) == sorted(rows_of(STRUCTS[name]))
    assert all(row[3] for row in tables()[name]), f"{name}: a field without a meaning"


def test_no_kind_is_on_the_page_that_does_not_exist() -> None:
    headings = {line.strip("# `") for line in PAGE.splitlines() if line.startswith("#### ")}
    assert headings == set(STRUCTS) - {"Envelope", "GameSetUp"}


@pytest.mark.parametrize("word", WORDS)
def test_the_words_are_those_of_the_types(word: str) -> None:
    listed = {row[0]: row[1] for row in tables()["Words"]}
    assert listed[word] == _listed(get_args(WORDS[word]))


def asked() -> Iterator[tuple[str, str, str, bool, str]]:
    """Every question that the cases bring about: its name, who is asked, an answer, whether play waits, the reading."""
    for outcome in outcomes():
        for ruling in outcome.rulings:
            for effect in ruling.effects:
                if isinstance(effect, Asked):
                    o = effect.option
                    whom = "a side" if o.side in shared.SIDES else f"`{o.side}`"
                    yield from ((o.ask, whom, c.id, o.waits, str(o.slots.get("reading", ""))) for c in o.choices)


def questions() -> list[list[str]]:
    """The table of questions as the page must have it."""
    found: dict[str, tuple[set[str], dict[str, None], set[bool], set[str]]] = {}
    for ask, whom, choice, waits, reading in asked():
        whoms, choices, waiting, readings = found.setdefault(ask, (set(), {}, set(), set()))
        whoms.add(whom)
        choices[choice] = None
        waiting.add(waits)
        readings |= {reading} - {""}
    return [
        [f"`{ask}`", " or ".join(sorted(whom)), _listed(choices), _waits(waits), ", ".join(sorted(readings))]
        for ask, (whom, choices, waits, readings) in sorted(found.items())
    ]


def _listed(words: Iterable[str]) -> str:
    return ", ".join(f"`{word}`" for word in words)


def _waits(waits: set[bool]) -> str:
    return "sometimes" if len(waits) > 1 else "yes" if True in waits else ""


def test_every_question_is_on_the_page() -> None:
    """When a question is new or has other answers, its line of the page is the one printed here."""
    shown = tables()["What can be asked"]
    wanted = [row for row in questions() if row[0] != "`terrain`"]  # the terrains that there are
    missing = ["| " + " | ".join(row) + " |" for row in wanted if row not in shown]
    assert not missing, "\n".join(missing)
    assert {row[0] for row in shown} == {row[0] for row in questions()}


def blocks(kind: str) -> list[bytes]:
    return [text.encode() for text in re.findall(rf"^```{kind}\n(.*?)^```", PAGE, re.M | re.S)]


def test_the_records_on_the_page_are_records() -> None:
    whole, *parts = blocks("jsonl")
    game = opened(whole)
    assert (game.state.points("A"), game.state.points("B"), game.state.winner) == (13, 0, "A")
    for part in parts:
        facts = [line for line in part.splitlines() if not line.startswith(b'{"people"')]
        assert len(opened(whole.splitlines()[0] + b"\n" + part).game.log) == 1 + len(facts)


def test_every_word_of_the_notation_is_explained() -> None:
    page = (ROOT / "docs" / "notation.md").read_text("utf-8")
    quoted = {word for code in re.findall(r"`([^`]+)`", page) for word in re.split(r"[ =:!]", code)}
    assert {*notation.SHORT, *notation.FLAGS, *notation.NUMBERS, *BY, *SOURCES} <= quoted
