"""The tables of a desk, one definition for both databases, and their rows as values."""

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
    true,
)

from carreau.core.record import chained

NAMING = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}
TABLES = MetaData(naming_convention=NAMING)

games = Table(
    "games",
    TABLES,
    Column("id", String(16), primary_key=True),
    Column("book", String(40), nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    Column("begun_ms", BigInteger, nullable=False),
    Column("people", Text, nullable=False),
    Column("owner", String(26), nullable=False),
    Column("example", String(40), nullable=False),
    Column("public", Boolean, nullable=False),
    Column("listed", Boolean, nullable=False, server_default=true()),
    Column("queues", Text, nullable=False, server_default="{}"),
    Column("names", String(8), nullable=False, server_default="teams"),
    Column("gone_ms", BigInteger),
)

events = Table(
    "events",
    TABLES,
    Column("game", String(16), ForeignKey("games.id"), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("fid", String(26), nullable=False),
    Column("device", String(26), nullable=False),
    Column("role", String(12), nullable=False),
    Column("name", String(80), nullable=False),
    Column("wall_ms", BigInteger, nullable=False),
    Column("claimed_ms", BigInteger),
    Column("said_seen", Integer, nullable=False),
    Column("seen", Integer, nullable=False),
    Column("passed", Boolean, nullable=False),
    Column("subject", Text, nullable=False),
    Column("line", Text, nullable=False),
    Column("digest", LargeBinary(32), nullable=False),
    PrimaryKeyConstraint("game", "seq"),
    UniqueConstraint("game", "fid"),
)

confirmations = Table(
    "confirmations",
    TABLES,
    Column("game", String(16), nullable=False),
    Column("fid", String(26), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("device", String(26), nullable=False),
    Column("role", String(12), nullable=False),
    Column("name", String(80), nullable=False),
    Column("wall_ms", BigInteger, nullable=False),
    Column("said_seen", Integer, nullable=False),
    Column("seen", Integer, nullable=False),
    PrimaryKeyConstraint("game", "fid"),
    Index(None, "game", "seq"),
)

desk = Table("desk", TABLES, Column("name", String(40), primary_key=True), Column("value", Text, nullable=False))

Names = Literal["teams", "shown", "hidden"]
APPEND_ONLY = ("events", "confirmations")


class GameRow(Struct, frozen=True, kw_only=True):
    """One game as the desk keeps it, without its log.

    `names`: what the public is told: the teams' only, the players' too, or nothing that somebody could be known by.
    `public`: may everybody look? `begun_ms`: the wall clock at game time 0. `example`: the name of the example that it
    began as, or empty. `queues`: how many facts each device said it still had, by device.
    """

    id: str
    book: str
    created_ms: int
    begun_ms: int
    people: dict[str, str] = {}
    owner: str = ""
    example: str = ""
    public: bool = True
    listed: bool = True
    queues: dict[str, int] = {}
    names: Names = "teams"
    gone_ms: int | None = None


class Event(Struct, frozen=True, kw_only=True):
    """One entry of a log and how it came in.

    `line`: the entry as the record has it. `said_seen`: the head that the person saw; `seen`: as far as the device knew the
    story, with what it had entered itself; `passed`: it went in beside entries of others that it did not know of.
    `claimed_ms`: the game time that the device gave. `digest`: covers this line and all lines before it.
    """

    seq: int
    fid: str
    device: str
    role: str
    name: str = ""
    wall_ms: int
    claimed_ms: int | None = None
    said_seen: int
    seen: int
    passed: bool = False
    subject: str
    line: str
    digest: bytes


class Confirmed(Struct, frozen=True, kw_only=True):
    """Somebody entered what somebody else had entered already: proposal `fid` says the same as entry `seq`."""

    fid: str
    seq: int
    device: str
    role: str
    name: str = ""
    wall_ms: int
    said_seen: int
    seen: int


def unaltered(log: Iterable[Event]) -> bool:
    """Is a log as it was written, line by line?"""
    before = b""
    for event in log:
        before = chained(before, event.line.encode())
        if event.digest != before:
            return False
    return True
