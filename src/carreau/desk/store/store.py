"""The store: every game's log, appended to in one transaction a request and never changed."""

import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Connection, Engine, create_engine, event, func, insert, select, update
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.pool import StaticPool

from carreau.desk.store.tables import APPEND_ONLY, TABLES, Confirmed, Event, GameRow, confirmations, desk, events, games

WAIT_S = 10


class Lost(Exception):
    """The database has not kept what it was given: somebody else wrote, or it can't be reached."""


class Store:
    """A desk's database. `durable=False` leaves the waiting for the disk out: for tests only."""

    def __init__(self, url: str = "sqlite://", *, durable: bool = True) -> None:
        self.url = url
        self.durable = durable
        try:
            self.engine = _engine(url, durable)
        except SQLAlchemyError as no:
            raise Lost(str(no)) from no

    @classmethod
    def in_folder(cls, folder: Path) -> "Store":
        """The store of a data folder, which is made if it is not there."""
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "desk.sqlite").touch(mode=0o600)  # what the desk signs with is in it
        return cls(f"sqlite:///{folder / 'desk.sqlite'}")

    def open(self) -> "Store":
        """Bring the tables to what this version needs. Raises Lost."""
        from carreau.desk.store.schema import upgrade

        try:
            upgrade(self.engine)
        except SQLAlchemyError as no:
            raise Lost(str(getattr(no, "orig", None) or no)) from no
        return self

    def close(self) -> None:
        """Let the database go."""
        self.engine.dispose()

    # --- games -----------------------------------------------------------------------------------

    def games(self, since_ms: int = 0) -> list[GameRow]:
        """Every game that is listed, the newest first: the examples, and those with an entry since then."""
        told = select(events.c.game).where(events.c.game == games.c.id, events.c.wall_ms >= since_ms).exists()
        with self.reading() as db:
            listed = select(games).where(games.c.listed, (games.c.example != "") | told)
            rows = db.execute(listed.order_by(games.c.created_ms.desc(), games.c.id)).mappings()
            return [_game(row) for row in rows]

    def game(self, id: str) -> GameRow | None:
        """One game."""
        with self.reading() as db:
            row = db.execute(select(games).where(games.c.id == id)).mappings().one_or_none()
        return _game(row) if row is not None else None

    def add(self, game: GameRow, log: Iterable[Event]) -> None:
        """A new game with its first entries. Raises Lost if its id is taken."""
        values = {**msgspec.structs.asdict(game), "people": _json(game.people), "queues": _json(game.queues)}
        with self.writing() as db:
            db.execute(insert(games), values)
            _append(db, game.id, tuple(log), ())

    def rename(self, id: str, people: dict[str, str]) -> None:
        """Other names for the people of a game; names stand outside the log so that they can be forgotten."""
        with self.writing() as db:
            db.execute(update(games).where(games.c.id == id).values(people=_json(people)))

    def put_away(self, id: str) -> None:
        """Keep a game, but do not list it any more."""
        with self.writing() as db:
            db.execute(update(games).where(games.c.id == id).values(listed=False, example=""))

    # --- logs ------------------------------------------------------------------------------------

    def log(self, game: str) -> tuple[list[Event], list[Confirmed]]:
        """Everything that was entered in a game, in its order, and what was entered twice."""
        with self.reading() as db:
            mine = db.execute(select(events).where(events.c.game == game).order_by(events.c.seq)).mappings()
            same = db.execute(select(confirmations).where(confirmations.c.game == game)).mappings()
            return [_row(Event, row) for row in mine], [_row(Confirmed, row) for row in same]

    def append(self, game: str, log: Iterable[Event], same: Iterable[Confirmed] = ()) -> None:
        """Keep these entries, all or none; when this returns they are on the disk. Raises Lost."""
        with self.writing() as db:
            db.execute(select(games.c.id).where(games.c.id == game).with_for_update())
            _append(db, game, tuple(log), tuple(same))

    def heads(self) -> dict[str, int]:
        """The last entry of each game."""
        with self.reading() as db:
            rows = db.execute(select(events.c.game, func.max(events.c.seq)).group_by(events.c.game))
            return {game: seq for game, seq in rows}  # noqa: C416 - rows are not typed as pairs

    # --- the desk itself -------------------------------------------------------------------------

    def told(self, name: str) -> str | None:
        """Something that the desk remembers of itself."""
        with self.reading() as db:
            return db.execute(select(desk.c.value).where(desk.c.name == name)).scalar_one_or_none()

    def tell(self, name: str, value: str) -> str:
        """Remember something, unless it is known already; gives what is known. Raises Lost if nothing can be kept."""
        if (known := self.told(name)) is not None:
            return known
        try:
            with self.writing() as db:
                db.execute(insert(desk), {"name": name, "value": value})
        except Lost:
            if (known := self.told(name)) is None:  # somebody else has told it meanwhile
                raise
            return known
        return value

    def backup(self, target: Path) -> None:
        """A whole copy as one SQLite file that only its owner reads, while the desk runs. Raises OSError."""
        target.touch(mode=0o600, exist_ok=False)  # what the desk signs with is in it
        if self.is_sqlite:
            with closing(self.engine.raw_connection()) as db:
                db.cursor().execute("VACUUM INTO ?", (str(target),))
            return
        copy = Store(f"sqlite:///{target}").open()
        try:
            copy.take_over(self)
        finally:
            copy.close()

    def take_over(self, other: "Store") -> int:
        """Everything that another store holds, as it was at one moment, into this empty one; how many games."""
        with other.snapshot() as source, self.writing() as target:
            if target.execute(select(func.count()).select_from(games)).scalar():
                raise Lost("there are games already")
            for table in TABLES.sorted_tables:
                target.execute(table.delete()) if table.name not in APPEND_ONLY else None
                rows = [dict(row) for row in source.execute(select(table)).mappings()]
                if rows:
                    target.execute(insert(table), rows)
        return len(self.heads())

    @contextmanager
    def snapshot(self) -> Iterator[Connection]:
        """A connection that sees one moment however long it looks."""
        level = {} if self.is_sqlite else {"isolation_level": "REPEATABLE READ"}
        with self.engine.connect().execution_options(**level) as db, db.begin():
            yield db

    @property
    def is_sqlite(self) -> bool:
        """Is it the database that needs nothing but a file?"""
        return self.engine.dialect.name == "sqlite"

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection to look things up. Raises Lost."""
        try:
            with self.engine.connect() as db:
                yield db
        except DBAPIError as no:
            raise Lost(str(no.orig)) from no

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """One transaction that has the write lock from its beginning. Raises Lost."""
        try:
            with self.engine.connect().execution_options(writes=True) as db, db.begin():
                yield db
        except DBAPIError as no:
            raise Lost(str(no.orig)) from no


def _append(db: Connection, game: str, log: tuple[Event, ...], same: tuple[Confirmed, ...]) -> None:
    if log:
        db.execute(insert(events), [{**msgspec.structs.asdict(entry), "game": game} for entry in log])
    if same:
        db.execute(insert(confirmations), [{**msgspec.structs.asdict(row), "game": game} for row in same])


def _game(row: Any) -> GameRow:
    return GameRow(**{**row, "people": json.loads(row["people"]), "queues": json.loads(row["queues"])})


def _row(kind: Any, row: Any) -> Any:
    return kind(**{name: value for name, value in row.items() if name != "game"})


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _engine(url: str, durable: bool) -> Engine:
    url = url.replace("postgresql://", "postgresql+psycopg://").replace("postgres://", "postgresql+psycopg://")
    if not url.startswith("sqlite"):
        return create_engine(url, pool_pre_ping=True)
    in_memory = url in ("sqlite://", "sqlite:///:memory:")
    arguments: dict[str, Any] = {"connect_args": {"check_same_thread": False, "timeout": WAIT_S}}
    engine = create_engine(url, **arguments, **({"poolclass": StaticPool} if in_memory else {}))
    event.listen(engine, "connect", _sqlite_settings(durable))
    event.listen(engine, "begin", _begin)
    return engine


def _sqlite_settings(durable: bool) -> Any:
    """An acknowledged fact survives a power cut: the log is written through at each commit."""

    def connected(db: sqlite3.Connection, _: object) -> None:
        db.isolation_level = None  # we say BEGIN ourselves
        db.execute("PRAGMA journal_mode=WAL")
        db.execute(f"PRAGMA synchronous={'FULL' if durable else 'OFF'}")
        db.execute("PRAGMA foreign_keys=ON")

    return connected


def _begin(db: Connection) -> None:
    db.exec_driver_sql("BEGIN IMMEDIATE" if db.get_execution_options().get("writes") else "BEGIN")
