"""The registry of the rulebooks: the core cannot know them."""

from carreau.core.rulebook import Rulebook
from carreau.petanque.book import FIPJP_2016, SUOMI

BOOKS: dict[str, Rulebook] = {book.id: book for book in (FIPJP_2016, SUOMI)}


def book(id: str) -> Rulebook:
    """The rulebook with this id. Raises KeyError with the ids that exist."""
    if id not in BOOKS:
        raise KeyError(f"no rulebook {id!r}; there is {', '.join(BOOKS)}")
    return BOOKS[id]
