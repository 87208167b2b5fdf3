"""`carreau simulate study throw`: many throws, counted by style, ground, level and distance."""

from typing import TYPE_CHECKING, Annotated

import cyclopts

from carreau.cli.flags import Lang, note
from carreau.cli.progress import bar
from carreau.cli.screen import console, language, stop
from carreau.cli.simulate import Seed, announce, simulating, words
from carreau.gamefile import told

if TYPE_CHECKING:
    from collections.abc import Sequence

    from carreau.simulate.throw_study import Count, Kind

MOST_DISTANCES = 1000
COUNTED = ("hit", "left", "carreau", "near", "fairly_near")


def throw(
    *,
    style: Annotated[str, note("Styles, with commas: roulette, half_lob, lob, shot, raspaille.")] = "shot",
    surface: Annotated[str, note("Grounds, with commas: hard_clay, fine_gravel, coarse_gravel, sand.")] = "fine_gravel",
    level: Annotated[str, note("Levels, with commas: world, elite, expert, club, novice.")] = "elite",
    distance: Annotated[str, note("Metres from the circle's edge: 6,8,10 or from:to:number, 6:10:5.")] = "6:10:5",
    throws: Annotated[int, note("How many throws of each kind.")] = 2000,
    seed: Seed = 1,
    output: Annotated[
        str | None,
        cyclopts.Parameter(name=["--output", "-o"], help="Results as .parquet or .csv, with what made them."),
    ] = None,
    lang: Lang = None,
) -> int:
    """Throw thousands of times and count: how often a shot hits, leaves or is a carreau, how near a point lies.

    For example:

    ```
    carreau simulate study throw --level world,club --distance 6:10:5
    carreau simulate study throw --style roulette,half_lob,lob --surface hard_clay,sand --distance 8 -o points.parquet
    ```
    """
    tongue = language(lang)
    with simulating(tongue):
        from carreau.physics.terrain import STYLES, SURFACES, THROWERS
        from carreau.simulate import results
        from carreau.simulate.games import offered
        from carreau.simulate.throw_study import columns, counted, kinds, made_by

        if output is not None:
            results_ending(output, tongue)
        named = [
            [offered(what, word, known) for word in words(said)]
            for what, said, known in (
                ("style", style, STYLES),
                ("surface", surface, SURFACES),
                ("level", level, THROWERS),
            )
        ]
        cells = kinds(named[0], named[1], named[2], _distances(distance, tongue))
        announce("terrain", tongue)
        with bar(told("screen.throwing", tongue, {}), throws * len(cells)) as step:
            counts = list(counted(cells, throws, seed=seed, told=step))
        if output is not None:
            try:
                results.write(output, columns(cells, counts, throws), made_by(cells, throws, seed))
            except OSError as no:
                raise stop("screen.no_writing", tongue, file=output, detail=no.strerror or str(no)) from no
    _table(cells, counts, tongue)
    return 0


def results_ending(output: str, lang: str) -> None:
    """Refuse a results file of another kind before anything is simulated. Raises Stop."""
    from carreau.simulate.results import NoSuchEnding, ending

    try:
        ending(output)
    except NoSuchEnding as no:
        raise stop("screen.results_ending", lang, file=output) from no


def _distances(said: str, lang: str) -> list[float]:
    """`6,8` or `6:10:5`, metres. Raises Stop."""
    try:
        if ":" not in said:
            found = [float(part) for part in said.split(",")]
        else:
            first, last, number = said.split(":")
            count = min(int(number), MOST_DISTANCES + 1)
            found = [float(first) + (float(last) - float(first)) * n / max(count - 1, 1) for n in range(count)]
    except ValueError:
        found = []
    if not 0 < len(found) <= MOST_DISTANCES:
        raise stop("screen.no_range", lang, text=said, name="--distance", example="6:10:5")
    return found


def _table(cells: "Sequence[Kind]", counts: "Sequence[Count]", lang: str) -> None:
    from rich.table import Table

    told_of = [name for name in COUNTED if any(getattr(count, name) is not None for count in counts)]
    off = any(count.miss_m is not None for count in counts)
    shown = Table(box=None, pad_edge=False)
    for n, name in enumerate(("style", "surface", "level", "distance", *told_of, *(("miss",) if off else ()))):
        shown.add_column(told(f"screen.study_{name}", lang, {}), justify="left" if n < 3 else "right", no_wrap=True)
    for cell, count in zip(cells, counts, strict=True):
        shares = [getattr(count, name) for name in told_of]
        row = [cell.style, cell.surface, cell.level, f"{cell.distance_m:.2f} m"]
        row += ["" if share is None else f"{100 * share:.1f} %" for share in shares]
        shown.add_row(*row, *(["" if count.miss_m is None else f"{count.miss_m:.2f} m"] if off else []))
    console().print(shown)
