"""The store on both databases: what it was given comes back, nothing can be changed, and steps lead forwards and back."""

from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import inspect, text

from carreau.core.record import chained
from carreau.desk.store import Confirmed, Event, GameRow, Lost, Store, unaltered
from carreau.desk.store.schema import HEAD, configured, downgrade, stands_at, upgrade
from carreau.desk.store.tables import TABLES

GAME = GameRow(id="K7QM2XR4", book="fipjp-2016", created_ms=5, begun_ms=4, people={"A1": "Zoë"}, owner="D" * 26)


def entry(seq: int, fid: str, before: bytes = b"", line: str = "{}") -> Event:
    return Event(
        seq=seq,
        fid=fid,
        device="D" * 26,
        role="scorer",
        wall_ms=7,
        seen=0,
        said_seen=0,
        subject="setup",
        line=line,
        digest=chained(before, line.encode()),
    )


def test_what_was_kept_comes_back_as_it_was(store: Store) -> None:
    first = entry(0, "a")
    second = entry(1, "b", first.digest, '{"fact":"é"}')
    same = Confirmed(fid="c", seq=1, device="E" * 26, role="umpire", wall_ms=9, said_seen=0, seen=1)
    store.add(GAME, [first])
    store.append(GAME.id, [second], [same])
    assert store.game(GAME.id) == GAME
    assert store.games() == [GAME]
    assert store.log(GAME.id) == ([first, second], [same])
    assert store.heads() == {GAME.id: 1}
    assert unaltered(store.log(GAME.id)[0])


def test_what_is_not_there_is_nothing(store: Store) -> None:
    assert store.game("NOTTHERE") is None
    assert store.log("NOTTHERE") == ([], [])


@pytest.mark.parametrize("table", ["events", "confirmations"])
@pytest.mark.parametrize("act", ["UPDATE {} SET role = 'umpire'", "DELETE FROM {}"])
def test_a_log_can_only_be_appended_to(store: Store, table: str, act: str) -> None:
    same = Confirmed(fid="c", seq=0, device="E" * 26, role="scorer", wall_ms=9, said_seen=0, seen=0)
    store.add(GAME, [entry(0, "a")])
    store.append(GAME.id, [], [same])
    before = store.log(GAME.id)
    with pytest.raises(Lost, match="appended"), store.writing() as db:
        db.execute(text(act.format(table)))
    assert store.log(GAME.id) == before


@pytest.mark.parametrize(("seq", "fid"), [(1, "a"), (0, "b")])
def test_a_number_and_an_id_are_given_once(store: Store, seq: int, fid: str) -> None:
    """And of what came with it nothing is kept."""
    store.add(GAME, [entry(0, "a")])
    with pytest.raises(Lost):
        store.append(GAME.id, [entry(2, "x"), entry(seq, fid)])
    assert [event.seq for event in store.log(GAME.id)[0]] == [0]


def test_a_game_of_that_name_is_there_already(store: Store) -> None:
    store.add(GAME, [entry(0, "a")])
    with pytest.raises(Lost):
        store.add(GAME, [entry(0, "b")])


def test_entries_of_no_game_are_not_kept(store: Store) -> None:
    with pytest.raises(Lost):
        store.append("NOTTHERE", [entry(0, "a")])


def test_an_altered_line_shows() -> None:
    first = entry(0, "a")
    second = entry(1, "b", first.digest)
    assert unaltered([first, second])
    assert not unaltered([entry(0, "a", line="{ }"), second])
    assert not unaltered([second])


def test_what_the_desk_is_told_once_stays(store: Store) -> None:
    assert store.told("secret") is None
    assert store.tell("secret", "one") == "one"
    assert store.tell("secret", "two") == "one"


def test_a_game_that_is_put_away_is_not_listed(store: Store) -> None:
    store.add(GAME, [entry(0, "a")])
    store.put_away(GAME.id)
    assert store.games() == []
    assert store.game(GAME.id) is not None


def test_names_can_be_taken_away(store: Store) -> None:
    store.add(GAME, [entry(0, "a")])
    store.rename(GAME.id, {})
    found = store.game(GAME.id)
    assert found is not None
    assert found.people == {}


def test_another_start_finds_everything(url: str) -> None:
    first = Store(url, durable=False).open()
    first.add(GAME, [entry(0, "a")])
    first.close()
    second = Store(url, durable=False).open()
    assert second.games() == [GAME]
    second.close()


def test_the_tables_are_those_of_the_steps(store: Store) -> None:
    """What the steps have made is what the code says, and the last step is the one that a start looks for."""
    with store.engine.connect() as db:
        context = MigrationContext.configure(db, opts={"compare_type": True, "compare_server_default": True})
        assert compare_metadata(context, TABLES) == []
        scripts = ScriptDirectory.from_config(configured(db))
    assert scripts.get_heads() == [HEAD]
    assert stands_at(store.engine) == HEAD


def test_the_steps_lead_back_and_forth(store: Store) -> None:
    downgrade(store.engine, "base")
    assert set(inspect(store.engine).get_table_names()) <= {"alembic_version"}
    upgrade(store.engine)
    store.add(GAME, [entry(0, "a")])
    assert store.games() == [GAME]


def test_what_is_acknowledged_is_written_through(tmp_path: Path) -> None:
    store = Store.in_folder(tmp_path / "data").open()
    with store.reading() as db:
        assert db.execute(text("PRAGMA journal_mode")).scalar() == "wal"
        assert db.execute(text("PRAGMA synchronous")).scalar() == 2
        assert db.execute(text("PRAGMA foreign_keys")).scalar() == 1
    store.close()


def test_a_copy_can_be_made_while_the_desk_runs(store: Store, tmp_path: Path) -> None:
    """A file that a desk can start from, with what was kept by then."""
    store.add(GAME, [entry(0, "a")])
    store.tell("secret", "one")
    store.backup(tmp_path / "copy.sqlite")
    with pytest.raises(FileExistsError):
        store.backup(tmp_path / "copy.sqlite")
    store.append(GAME.id, [entry(1, "b")])
    copy = Store(f"sqlite:///{tmp_path / 'copy.sqlite'}").open()
    assert [event.fid for event in copy.log(GAME.id)[0]] == ["a"]
    assert (copy.games(), copy.told("secret")) == ([GAME], "one")
    copy.close()


def test_a_copy_goes_into_an_empty_desk_only(store: Store, tmp_path: Path) -> None:
    full = Store(f"sqlite:///{tmp_path / 'full.sqlite'}").open()
    full.add(GAME, [entry(0, "a")])
    assert store.take_over(full) == 1
    assert store.log(GAME.id) == full.log(GAME.id)
    with pytest.raises(Lost, match="already"):
        store.take_over(full)
    full.close()
