"""Terrains and tables as files that people write: TOML, or JSON."""

from pathlib import Path
from typing import Any

import msgspec

from carreau.observe.wrong import Misplaced


def decoded(path: str | Path) -> Any:
    """The data of a file, JSON if its name ends so, else TOML; `Misplaced` with one line that names the file."""
    path = Path(path)
    try:
        text = path.read_bytes()
        return msgspec.json.decode(text) if path.suffix == ".json" else msgspec.toml.decode(text)
    except OSError as wrong:
        raise Misplaced(f"{path}: {wrong.strerror or wrong}") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as wrong:
        raise Misplaced(f"{path}: {wrong}") from None


def converted(data: Any, kind: type[Any], what: str) -> Any:
    """The data as a value of that kind; `Misplaced` with one line if it is none."""
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as wrong:
        cause = wrong.__cause__
        raise Misplaced(str(cause) if isinstance(cause, Misplaced) else f"{what}: {wrong}") from None
