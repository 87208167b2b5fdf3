"""A score sheet as data: blocks from top to bottom, every text in its language already; no paper and no markup yet."""

from typing import Literal

from msgspec import Struct

Paper = Literal["a4", "letter"]
Align = Literal["left", "center", "right"]
PAPERS: tuple[Paper, ...] = ("a4", "letter")

Row = tuple[str, ...]


class About(Struct, frozen=True, kw_only=True):
    """What the log of a game does not know; what is left out becomes a line to write on."""

    competition: str = ""
    round: str = ""
    place: str = ""
    date: str = ""
    start: str = ""
    end: str = ""
    umpire: str = ""


class Field(Struct, frozen=True):
    """A label and what stands behind it; an empty value is a line to write on. `width`: its share of twelve."""

    label: str
    value: str = ""
    width: int = 3


class Fields(Struct, frozen=True, tag="fields"):
    """Labels with values, side by side."""

    fields: tuple[Field, ...]


class Team(Struct, frozen=True, kw_only=True):
    """A side: its mark, its name, the people who play."""

    mark: str
    name: str
    people: tuple[str, ...]


class Teams(Struct, frozen=True, tag="teams"):
    """The two sides beside each other."""

    teams: tuple[Team, ...]


class Box(Struct, frozen=True):
    """A box to tick, and the word behind it."""

    text: str
    ticked: bool = False


class Ticks(Struct, frozen=True, tag="ticks"):
    """A line of boxes behind a label."""

    label: str
    boxes: tuple[Box, ...]
    more: str = ""


class Column(Struct, frozen=True):
    """A column of a table: its head, its share of the width, how its cells stand."""

    head: str
    width: int
    align: Align = "center"


class Group(Struct, frozen=True):
    """A head over several columns."""

    head: str
    columns: int


class Table(Struct, frozen=True, kw_only=True, tag="table"):
    """Rows under heads that are repeated on every page. `foot`: what its signs mean; `new_page`: it begins one."""

    heading: str = ""
    columns: tuple[Column, ...]
    groups: tuple[Group, ...] = ()
    rows: tuple[Row, ...] = ()
    foot: str = ""
    new_page: bool = False


class Writing(Struct, frozen=True, kw_only=True, tag="writing"):
    """Sentences under a heading, then so many lines to write on."""

    heading: str
    lines: tuple[str, ...] = ()
    blank: int = 0


class Notice(Struct, frozen=True, tag="notice"):
    """Something that whoever reads the sheet must not miss."""

    text: str


class Signature(Struct, frozen=True):
    """Whose signature, and the name below it."""

    role: str
    name: str = ""


class Signatures(Struct, frozen=True, tag="signatures"):
    """How it ended, and lines to sign on."""

    heading: str
    result: tuple["Fields | Ticks", ...]
    lines: tuple[Signature, ...]


Block = Fields | Teams | Ticks | Table | Writing | Notice | Signatures


class Closing(Struct, frozen=True, kw_only=True):
    """How a sheet ends: what was counted, by which book; `url`: where the record is, `alt`: what its code is for."""

    heading: str
    lines: tuple[str, ...]
    url: str = ""
    alt: str = ""


class Sheet(Struct, frozen=True, kw_only=True):
    """A whole sheet. `running`: at the head of further pages; `page`: the words around its number and their count."""

    lang: str
    paper: Paper
    title: str
    subtitle: str
    blocks: tuple[Block, ...]
    closing: Closing
    running: str
    page: tuple[str, str, str]
    empty: bool = False
