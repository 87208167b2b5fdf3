"""The files of earlier versions: a page that is open since before an update still finds its screens, for ninety days."""

import os
import re
import shutil
import tempfile
import time
from contextlib import suppress
from itertools import pairwise
from pathlib import Path

from carreau.desk.assets import Asset, Assets, asset

DAYS = 90
DAY_S = 24 * 3600
NAME = re.compile(r"[a-z][a-z0-9_]*\.[a-z]+")
DIGEST = re.compile(r"[0-9a-f]{12}")


def shelf() -> Path:
    """Where they lie, on the machine's own shelf."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "carreau" / "assets"


def shelve(here: Assets) -> None:
    """Lay the present files there, and take away what was replaced long ago. A shelf that can't be used is no failure."""
    with suppress(OSError):
        place = shelf() / here.digest
        if not place.is_dir():
            _lay(here, place)
        if _newest_first()[0] != place:
            os.utime(place)
        for after, folder in pairwise(_newest_first()):  # a version was in use until the next one began
            if time.time() - after.stat().st_mtime > DAYS * DAY_S:
                shutil.rmtree(folder, ignore_errors=True)


def _newest_first() -> list[Path]:
    """The versions that lie there, by when each began to be used."""
    found = [folder for folder in shelf().iterdir() if DIGEST.fullmatch(folder.name)]
    return sorted(found, key=lambda folder: folder.stat().st_mtime_ns, reverse=True)


def _lay(here: Assets, place: Path) -> None:
    """All of them, or none."""
    place.parent.mkdir(parents=True, exist_ok=True)
    made = Path(tempfile.mkdtemp(dir=place.parent))
    try:
        for name, found in here.named.items():
            if NAME.fullmatch(name):
                (made / name).write_bytes(found.plain)
        made.rename(place)
    except OSError:  # no room, or another desk has just laid the same ones there
        shutil.rmtree(made, ignore_errors=True)
        raise


def older(digest: str, name: str) -> Asset | None:
    """A file of an earlier version, or None."""
    if not DIGEST.fullmatch(digest) or not NAME.fullmatch(name):
        return None
    with suppress(OSError):
        return asset(name, (shelf() / digest / name).read_bytes())
    return None
