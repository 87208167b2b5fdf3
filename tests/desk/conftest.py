"""Desks to test: over SQLite and PostgreSQL alike, with a clock that the test turns."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from carreau.desk.store import Store
from tests.desk.desks import Bench, bench_on
from tests.desk.postgres import cluster

KINDS = ("sqlite", "postgresql")
NUMBERS = count(1)


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a running PostgreSQL, with a place for the name of the database."""
    with cluster() as url:
        yield url


@pytest.fixture(params=KINDS)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'desk.sqlite'}"
    return fresh_database(request.getfixturevalue("postgres"))


def fresh_database(server: str) -> str:
    """One more database on a server."""
    name = f"desk{next(NUMBERS)}"
    engine = create_engine(
        (server % "postgres").replace("postgresql:", "postgresql+psycopg:"), isolation_level="AUTOCOMMIT"
    )
    with engine.connect() as db:
        db.execute(text(f"CREATE DATABASE {name}"))
    engine.dispose()
    return server % name


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    """An open store of each kind."""
    opened = Store(url, durable=False).open()
    yield opened
    opened.close()


@pytest.fixture
def bench(store: Store) -> Iterator[Bench]:
    """A desk over each kind of store, and phones that reach it."""
    with bench_on(store) as made:
        yield made


@pytest.fixture
def quick(tmp_path: Path) -> Iterator[Bench]:
    """A desk over SQLite, for what has nothing to do with the database."""
    store = Store(f"sqlite:///{tmp_path / 'quick.sqlite'}", durable=False).open()
    with bench_on(store) as made:
        yield made
    store.close()
