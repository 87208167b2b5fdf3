"""`carreau desk`: what a desk holds, as files: records out and in, a copy of everything, a copy put back."""

from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated

from carreau.cli.flags import Lang, flag, note
from carreau.cli.judge import read_game
from carreau.cli.screen import Stop, cry, language, stop
from carreau.cli.serve import EXTRA
from carreau.gamefile import Unreadable, told

if TYPE_CHECKING:
    from carreau.desk.api import Desk

Data = Annotated[Path, note("The folder that keeps the games.")]
Database = Annotated[str | None, note("Instead of a folder: postgresql://user@host/name.")]
HERE = Path("carreau-desk")
NOBODY = ""  # games taken in at the desk itself have no device that runs them


@contextmanager
def _desk(data: Path, database: str | None) -> Iterator["Desk"]:
    """The desk over its database, whether it is being served or not. Raises Stop."""
    try:
        from carreau.desk import Settings, Store
        from carreau.desk.api import Desk
        from carreau.desk.store import Lost
    except ModuleNotFoundError as missing:
        raise Stop(EXTRA) from missing
    if database is None and not (data / "desk.sqlite").exists():
        raise Stop(f"{data}: no desk.sqlite")
    try:
        store = (Store(database) if database is not None else Store.in_folder(data)).open()
    except (Lost, OSError) as no:
        raise Stop(str(no)) from no
    try:
        yield Desk(store, Settings(examples=False))
    except Lost as lost:
        raise Stop(str(lost)) from lost
    finally:
        store.close()


def export(
    game: Annotated[str | None, note("The code of a game; without it, all of them.")] = None,
    *,
    to: Annotated[Path, note("The folder for the records.")] = Path(),
    data: Data = HERE,
    database: Database = None,
    lang: Lang = None,
) -> int:
    """Write the record file of a game, or of each: CODE.jsonl."""
    tongue = language(lang)
    with _desk(data, database) as desk:
        ids = [row.id for row in desk.store.games()] if game is None else [game.upper()]
        for id in ids:
            if (room := desk.rooms.room(id)) is None:
                raise stop("desk.error.no_game", tongue)
            try:
                to.mkdir(parents=True, exist_ok=True)
                (to / f"{id}.jsonl").write_bytes(room.record())
            except OSError as no:
                raise stop("screen.no_file", tongue, file=str(to), detail=no.strerror or str(no)) from no
            print(to / f"{id}.jsonl")
    return 0


def bring(
    *records: Annotated[str, note("Record files.")],
    data: Data = HERE,
    database: Database = None,
    lang: Lang = None,
) -> int:
    """Take records in, each as a new game; a record that can't be read is named and nothing of it is taken."""
    from carreau.desk.filing import begin_with

    tongue, failed = language(lang), 0
    with _desk(data, database) as desk:
        for name in records:
            try:
                room = begin_with(desk, read_game(name, tongue), NOBODY)
            except Unreadable as no:
                cry(no.message(name, tongue))
                failed = 2
            else:
                print(f"{room.id} {name}")
    return failed


def backup(
    file: Annotated[Path, note("The copy, which must not be there yet.")],
    *,
    data: Data = HERE,
    database: Database = None,
    lang: Lang = None,
) -> int:
    """Copy everything that a desk holds into one file, also while it is being served.

    A folder with the copy as `desk.sqlite` is a desk of its own; `carreau desk restore` puts it into another database.
    """
    tongue = language(lang)
    with _desk(data, database) as desk:
        try:
            desk.store.backup(file)
        except OSError as no:
            raise stop("screen.no_file", tongue, file=str(file), detail=no.strerror or str(no) or "there") from no
        print(told("screen.copied", tongue, {}, n=len(desk.store.heads()), file=str(file)))
    return 0


def restore(
    file: Annotated[Path, note("A copy that `carreau desk backup` has made.")],
    *,
    data: Data = HERE,
    database: Database = None,
    lang: Lang = None,
    confirm: Annotated[bool, flag("Yes: this desk is to be what the copy is.")] = False,
) -> int:
    """Make an empty desk what a copy is; a desk that holds games is left alone."""
    try:
        from carreau.desk.store import Lost, Store
    except ModuleNotFoundError as missing:
        raise Stop(EXTRA) from missing
    tongue = language(lang)
    if not file.is_file():
        raise stop("screen.no_file", tongue, file=str(file), detail="")
    if not confirm:
        raise stop("screen.restore_confirm", tongue)
    with TemporaryDirectory() as folder, ExitStack() as open_stores:
        try:
            mine = Path(copyfile(file, Path(folder) / "copy.sqlite"))  # the backup itself stays as it is
            copy = open_stores.enter_context(closing(Store(f"sqlite:///{mine}").open()))
            target = Store(database) if database is not None else Store.in_folder(data)
            n = open_stores.enter_context(closing(target.open())).take_over(copy)
        except (Lost, OSError) as no:
            raise Stop(str(no)) from no
    print(told("screen.copied", tongue, {}, n=n, file=str(database or data)))
    return 0
