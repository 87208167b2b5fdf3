"""Results of a study come back from their file as they went in, with all that made them."""

from pathlib import Path

import numpy as np
import pytest

from carreau.physics.compiled import source_hash
from carreau.simulate.results import ENDINGS, NoSuchEnding, made, read, write

COLUMNS = {
    "speed_m_s": np.array([1.0, 2.5, 1 / 3]),
    "style": np.array(["lob", "shot", "raspaille"]),
    "hit": np.array([True, False, True]),
    "points": np.array([1, -2, 16]),
}


@pytest.mark.parametrize("ending", ENDINGS)
def test_results_come_back(ending: str, tmp_path: Path) -> None:
    """Numbers to the last bit, words, yes and no; constants, seed and the digest of the physics beside them."""
    told = made("table", {"mu_slide": 0.2}, seed=7)
    write(tmp_path / f"study{ending}", COLUMNS, told)
    columns, again = read(tmp_path / f"study{ending}")
    assert again == told
    assert told["physics"] == source_hash("table") != source_hash("terrain")
    assert list(columns) == list(COLUMNS)
    for name, column in COLUMNS.items():
        assert columns[name].tolist() == column.tolist()


@pytest.mark.parametrize("ending", ENDINGS)
def test_the_same_results_are_the_same_file(ending: str, tmp_path: Path) -> None:
    """No clock and no chance goes into a file."""
    for name in ("a", "b"):
        write(tmp_path / f"{name}{ending}", COLUMNS, made("table", {}, seed=7))
    assert (tmp_path / f"a{ending}").read_bytes() == (tmp_path / f"b{ending}").read_bytes()


def test_other_endings_are_refused(tmp_path: Path) -> None:
    """Before anything is written."""
    for name in ("study.xlsx", "study"):
        with pytest.raises(NoSuchEnding):
            write(tmp_path / name, COLUMNS, made("table", {}))
    assert list(tmp_path.iterdir()) == []
