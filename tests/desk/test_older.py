"""The files of earlier versions stay for ninety days after the next version began, and no folder litters the shelf."""

import os
import time
from pathlib import Path

import pytest

from carreau.desk import older
from carreau.desk.assets import Assets, asset
from carreau.desk.older import DAY_S, DAYS, shelve

FIRST, SECOND, THIRD = "000000000001", "000000000002", "000000000003"


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "carreau" / "assets"


def version(digest: str) -> Assets:
    return Assets(digest, {"play.js": asset("play.js", digest.encode()), "../evil.js": asset("evil.js", b"")})


def began(shelf: Path, digest: str, days_ago: float) -> None:
    """A version has been in use since so many days ago."""
    shelve(version(digest))
    then = time.time() - days_ago * DAY_S
    os.utime(shelf / digest, (then, then))


def test_an_earlier_file_is_found_and_nothing_else(shelf: Path) -> None:
    shelve(version(FIRST))
    found = older.older(FIRST, "play.js")
    assert found is not None
    assert found.plain == FIRST.encode()
    for digest, name in ((SECOND, "play.js"), (FIRST, "app.js"), (FIRST, "../evil.js"), ("..", "play.js")):
        assert older.older(digest, name) is None
    assert {file.name for file in (shelf / FIRST).iterdir()} == {"play.js"}


def test_a_version_goes_ninety_days_after_the_next_one_began(shelf: Path) -> None:
    """However long it was in use itself."""
    began(shelf, FIRST, 3 * DAYS)
    began(shelf, SECOND, DAYS + 1)
    assert (shelf / FIRST).is_dir(), "in use until then"
    shelve(version(THIRD))
    assert {folder.name for folder in shelf.iterdir()} == {SECOND, THIRD}


def test_who_goes_back_to_an_earlier_version_keeps_its_files(shelf: Path) -> None:
    began(shelf, FIRST, 3 * DAYS)
    began(shelf, SECOND, DAYS - 1)
    shelve(version(FIRST))
    shelve(version(SECOND))
    assert {folder.name for folder in shelf.iterdir()} == {FIRST, SECOND}


def test_a_shelf_that_cannot_be_used_stops_nobody(shelf: Path) -> None:
    shelf.parent.mkdir(parents=True)
    shelf.write_text("no folder")
    shelve(version(FIRST))
    assert older.older(FIRST, "play.js") is None


def test_two_desks_that_lay_the_same_leave_no_litter(shelf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shelve(version(FIRST))
    monkeypatch.setattr(Path, "is_dir", lambda _: False)
    shelve(version(FIRST))
    assert [folder.name for folder in shelf.iterdir()] == [FIRST]
