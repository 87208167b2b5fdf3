"""Marks: which of the things that were moved can be put back, and what putting them back changes."""

from collections.abc import Iterable, Sequence

from carreau.core.bench import Bench
from carreau.core.ruling import Effect
from carreau.petanque.effects import BouleRestored, JackRestored, MovesUndone, PhaseIs
from carreau.petanque.facts import Moved
from carreau.petanque.state import PetanqueState

UNMARKED_CLAUSES = ("complaint.unmarked", "boule_moved.unmarked")


def displaced(now: PetanqueState) -> tuple[Moved, ...]:
    """What the last throw moved and what has not been put back: never the boule thrown itself."""
    return tuple(m for m in now.moved if m.object != "thrown" and m.object not in now.put_back)


def marked(moved: Iterable[Moved]) -> tuple[str, ...]:
    """The objects whose places had been marked."""
    return tuple(m.object for m in moved if m.marked)


def unmarked(moved: Iterable[Moved]) -> tuple[str, ...]:
    """The objects whose places nobody had marked, as far as is known."""
    return tuple(m.object for m in moved if not m.marked)


def parted(book: Bench, moved: Sequence[Moved]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What goes back of what a boule moved that counts for nothing, and what stays: without a mark it stays.

    Where a text asks for no mark here, it is a reading whether unmarked things go back as well.
    """
    back, stay = marked(moved), unmarked(moved)
    if stay and book.has_reading("B22") and book.reading("B22") == "all":
        return tuple(m.object for m in moved), ()
    return back, stay


def put_back(objects: Iterable[str], *, annulled: bool = False) -> tuple[Effect, ...]:
    """The effects of putting objects back where they lay before the throw; `annulled`: the throw counts for nothing."""
    back = tuple(objects)
    each = (JackRestored() if o == "jack" else BouleRestored(o) for o in back)
    return (*each, MovesUndone(back, annulled))


def no_claim(objects: Iterable[str]) -> tuple[str, ...]:
    """The clauses by which unmarked objects stay where they are."""
    jack, boule = UNMARKED_CLAUSES
    return tuple(dict.fromkeys(jack if o == "jack" else boule for o in objects))


def listed(objects: Iterable[str]) -> str:
    """The objects by name, for a sentence."""
    return ", ".join(objects)


def reopened(now: PetanqueState, back: tuple[str, ...]) -> tuple[Effect, ...]:
    """The end goes on when the jack whose death had ended it lives again."""
    return (PhaseIs("play"),) if "jack" in back and _ended_by_jack(now) else ()


def _ended_by_jack(now: PetanqueState) -> bool:
    return now.phase == "count" and now.jack.dead and not now.both_empty
