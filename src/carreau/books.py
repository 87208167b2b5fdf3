"""The registry of the rulebooks: the core cannot know them. A book is loaded when somebody asks for it."""

from collections.abc import Iterator, Mapping
from importlib import import_module

from carreau.core.rulebook import Rulebook

PLACES = {
    "fipjp-2016": ("petanque", "carreau.petanque.book", "FIPJP_2016"),
    "fpusa-1995": ("petanque", "carreau.petanque.fpusa", "FPUSA_1995"),
    "suomi": ("petanque", "carreau.petanque.suomi.book", "SUOMI"),
    "billard-cochonnet": ("cochonnet", "carreau.billiards.cochonnet_book", "BILLARD_COCHONNET"),
    "umb-5pin-1997": ("five_pins", "carreau.billiards.five_book", "UMB_5PIN_1997"),
}  # id: the sport, the module, the name in it


class Books(Mapping[str, Rulebook]):
    """The rulebooks by id."""

    def __getitem__(self, id: str) -> Rulebook:
        _, module, name = PLACES[id]
        found: Rulebook = getattr(import_module(module), name)
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(PLACES)

    def __len__(self) -> int:
        return len(PLACES)


BOOKS: Mapping[str, Rulebook] = Books()


def book(id: str) -> Rulebook:
    """The rulebook with this id. Raises KeyError with the ids that exist."""
    if id not in BOOKS:
        raise KeyError(f"no rulebook {id!r}; there is {', '.join(BOOKS)}")
    return BOOKS[id]


def editions(sport: str) -> tuple[Rulebook, ...]:
    """All rulebooks of a sport."""
    return tuple(BOOKS[id] for id, (played, _, _) in PLACES.items() if played == sport)
