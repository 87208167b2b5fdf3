"""The results of a study as a file: Parquet or CSV by the ending of the name, with all that made them.

In a Parquet file what made the results is metadata under `carreau`, as JSON; in a CSV file it stands in lines that begin
with `#`, one name and its value each, before the names of the columns.
"""

import csv
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from carreau import __version__
from carreau.physics.compiled import source_hash

Columns = Mapping[str, NDArray[Any]]
Made = Mapping[str, Any]
ENDINGS = (".parquet", ".csv")
METADATA = b"carreau"


class NoSuchEnding(ValueError):
    """Results are written as `.parquet` or `.csv`."""


def ending(path: str | Path) -> str:
    """The ending of a results file. Raises NoSuchEnding."""
    suffix = Path(path).suffix.lower()
    if suffix not in ENDINGS:
        raise NoSuchEnding(suffix or str(path))
    return suffix


def made(folder: str, constants: Any, **more: Any) -> dict[str, Any]:
    """What made the results: the program, the digest of the physics (`table` or `terrain`), its constants, and the rest."""
    return {"program": f"carreau {__version__}", "physics": source_hash(folder), "constants": constants, **more}


def write(path: str | Path, columns: Columns, made: Made) -> None:
    """Write columns of equal length. Raises NoSuchEnding, OSError; ModuleNotFoundError for Parquet without `study`."""
    if ending(path) == ".csv":
        _write_csv(Path(path), columns, made)
    else:
        _write_parquet(Path(path), columns, made)


def _write_csv(path: Path, columns: Columns, made: Made) -> None:
    rows: Sequence[Any] = list(zip(*(column.tolist() for column in columns.values()), strict=True))
    with path.open("w", newline="", encoding="utf-8") as stream:
        for name, value in made.items():
            stream.write(f"# {name}: {json.dumps(value, ensure_ascii=False)}\n")
        table = csv.writer(stream, lineterminator="\n")
        table.writerow(columns)
        table.writerows(rows)


def _write_parquet(path: Path, columns: Columns, made: Made) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    table = pa.table({name: pa.array(column) for name, column in columns.items()})
    told = {METADATA: json.dumps(dict(made), ensure_ascii=False).encode()}
    pq.write_table(table.replace_schema_metadata(told), path)


def read(path: str | Path) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
    """The columns and what made them, from a file of results. Raises NoSuchEnding, OSError."""
    if ending(path) == ".csv":
        return _read_csv(Path(path))
    import pyarrow.parquet as pq

    table = pq.read_table(path)
    told = json.loads(table.schema.metadata[METADATA])
    return {name: table[name].to_numpy() for name in table.column_names}, told


def _read_csv(path: Path) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
    with path.open(encoding="utf-8", newline="") as stream:
        lines = stream.readlines()
    notes = [line[2:].partition(": ") for line in lines if line.startswith("# ")]
    names, *rows = csv.reader(line for line in lines if not line.startswith("# "))
    columns = {name: np.array([_value(row[n]) for row in rows]) for n, name in enumerate(names)}
    return columns, {name: json.loads(value) for name, _, value in notes}


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return {"True": True, "False": False}.get(text, text)
