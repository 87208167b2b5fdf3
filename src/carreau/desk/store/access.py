"""Who may write in a game, how somebody is let in, and who did what: what the desk keeps beside the logs."""

from typing import Literal

from msgspec import Struct, structs
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Index,
    Integer,
    LargeBinary,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    delete,
    insert,
    select,
    update,
)

from carreau.desk.store.store import Store
from carreau.desk.store.tables import TABLES, Names, confirmations, events, games

Writing = Literal["scorer", "umpire"]
EVERY_GAME = ""  # the game of a grant that holds for the whole desk

grants = Table(
    "grants",
    TABLES,
    Column("game", String(16), nullable=False),
    Column("device", String(26), nullable=False),
    Column("role", String(12), nullable=False),
    Column("desk", Boolean, nullable=False),
    Column("scores", Boolean, nullable=False),
    Column("name", String(80), nullable=False),
    Column("given_ms", BigInteger, nullable=False),
    Column("lead_ms", BigInteger),
    Column("ended_ms", BigInteger),
    PrimaryKeyConstraint("game", "device"),
)

invitations = Table(
    "invitations",
    TABLES,
    Column("id", String(26), nullable=False),
    Column("game", String(16), nullable=False),
    Column("role", String(12), nullable=False),
    Column("desk", Boolean, nullable=False),
    Column("key", LargeBinary(32), nullable=False),
    Column("digits", LargeBinary(32), nullable=False),
    Column("made_ms", BigInteger, nullable=False),
    Column("until_ms", BigInteger, nullable=False),
    Column("misses", Integer, nullable=False),
    Column("taken_by", String(26)),
    Column("ended_ms", BigInteger),
    PrimaryKeyConstraint("id"),
    Index(None, "game"),
)

audit = Table(
    "audit",
    TABLES,
    Column("id", String(26), primary_key=True),
    Column("game", String(16), nullable=False),
    Column("wall_ms", BigInteger, nullable=False),
    Column("act", String(24), nullable=False),
    Column("device", String(26), nullable=False),
    Column("role", String(12), nullable=False),
    Column("address", String(64)),
    Column("detail", Text, nullable=False),
    Index(None, "game", "wall_ms"),
)


class Grant(Struct, frozen=True, kw_only=True):
    """What a device may do in a game, or in all of them. `desk`: it also runs the desk; `scores`: it enters play as its
    role does, not only as whoever runs the desk. `lead_ms`: since when it is the one that keeps the score.
    """

    game: str
    device: str
    role: Writing = "scorer"
    desk: bool = False
    scores: bool = True
    name: str = ""
    given_ms: int
    lead_ms: int | None = None
    ended_ms: int | None = None


class Invitation(Struct, frozen=True, kw_only=True):
    """A way in: one key and six digits for one device, both kept as digests only. `misses`: wrong digits so far."""

    id: str
    game: str
    role: Writing
    desk: bool = False
    key: bytes
    digits: bytes
    made_ms: int
    until_ms: int
    misses: int = 0
    taken_by: str | None = None
    ended_ms: int | None = None


class Act(Struct, frozen=True, kw_only=True):
    """Something that somebody did with a game beside entering facts."""

    id: str
    game: str
    wall_ms: int
    act: str
    device: str
    role: str
    address: str | None = None
    detail: str = ""


class Access:
    """The grants, invitations and acts of a desk."""

    def __init__(self, store: Store) -> None:
        self.store = store

    # --- grants ----------------------------------------------------------------------------------

    def grants(self, game: str) -> dict[str, Grant]:
        """What each device has in a game, also what has been taken from it."""
        with self.store.reading() as db:
            rows = db.execute(select(grants).where(grants.c.game == game).order_by(grants.c.device)).mappings()
            return {row["device"]: Grant(**row) for row in rows}

    def give(self, *given: Grant) -> None:
        """Keep grants; a device has one for each game. Raises Lost."""
        with self.store.writing() as db:
            for grant in given:
                db.execute(delete(grants).where(grants.c.game == grant.game, grants.c.device == grant.device))
                db.execute(insert(grants), structs.asdict(grant))

    # --- invitations -----------------------------------------------------------------------------

    def invitations(self, game: str) -> list[Invitation]:
        """The invitations to a game, the newest last."""
        with self.store.reading() as db:
            mine = select(invitations).where(invitations.c.game == game)
            rows = db.execute(mine.order_by(invitations.c.made_ms, invitations.c.id)).mappings()
            return [Invitation(**row) for row in rows]

    def invite(self, invitation: Invitation, before_ms: int) -> None:
        """Keep an invitation; those whose time was over before `before_ms` go."""
        with self.store.writing() as db:
            db.execute(delete(invitations).where(invitations.c.until_ms < before_ms))
            db.execute(insert(invitations), structs.asdict(invitation))

    def take(self, invitation: str, grant: Grant) -> bool:
        """Use an invitation and keep what it gives, both or neither. False if somebody else was quicker."""
        with self.store.writing() as db:
            mine = update(invitations).where(invitations.c.id == invitation, invitations.c.taken_by.is_(None))
            taken = db.execute(mine.where(invitations.c.ended_ms.is_(None)).values(taken_by=grant.device))
            if taken.rowcount != 1:
                return False
            db.execute(delete(grants).where(grants.c.game == grant.game, grants.c.device == grant.device))
            db.execute(insert(grants), structs.asdict(grant))
            return True

    def missed(self, game: str, most: int, now_ms: int) -> None:
        """Somebody has said wrong digits: every open invitation counts it, and one that has counted enough ends."""
        still = (invitations.c.game == game) & invitations.c.ended_ms.is_(None) & invitations.c.taken_by.is_(None)
        with self.store.writing() as db:
            db.execute(update(invitations).where(still).values(misses=invitations.c.misses + 1))
            db.execute(update(invitations).where(still, invitations.c.misses >= most).values(ended_ms=now_ms))

    def end_invitations(self, game: str, now_ms: int, role: str | None = None) -> None:
        """Nobody comes in by what was shown so far."""
        mine = (invitations.c.game == game) & invitations.c.ended_ms.is_(None) & invitations.c.taken_by.is_(None)
        with self.store.writing() as db:
            every = update(invitations).where(mine)
            of_role = every if role is None else every.where(invitations.c.role == role)
            db.execute(of_role.values(ended_ms=now_ms))

    # --- what the public sees --------------------------------------------------------------------

    def show(self, game: str, names: Names, public: bool) -> None:
        """What the public is told of a game."""
        with self.store.writing() as db:
            db.execute(update(games).where(games.c.id == game).values(names=names, public=public))

    def delete(self, game: str, now_ms: int) -> None:
        """A game goes for good, with its log and everybody's part in it; that there was one stays in the audit."""
        with self.store.writing() as db:
            row = update(games).where(games.c.id == game)
            db.execute(row.values(gone_ms=now_ms, listed=False, public=False, people="{}", owner="", queues="{}"))
            for table in (confirmations, events, grants, invitations):
                db.execute(delete(table).where(table.c.game == game))
            db.execute(update(audit).where(audit.c.game == game).values(device="", address=None, detail=""))

    # --- acts ------------------------------------------------------------------------------------

    def note(self, act: Act) -> None:
        """Remember what somebody did."""
        with self.store.writing() as db:
            db.execute(insert(audit), structs.asdict(act))

    def acts(self, game: str) -> list[Act]:
        """What was done with a game, in its order."""
        with self.store.reading() as db:
            rows = db.execute(select(audit).where(audit.c.game == game).order_by(audit.c.wall_ms, audit.c.id))
            return [Act(**row) for row in rows.mappings()]

    def forget(self, acts_before_ms: int, addresses_before_ms: int) -> None:
        """Acts and addresses are kept for so long only."""
        with self.store.writing() as db:
            db.execute(delete(audit).where(audit.c.wall_ms < acts_before_ms))
            old = (audit.c.wall_ms < addresses_before_ms) & audit.c.address.is_not(None)
            db.execute(update(audit).where(old).values(address=None))
