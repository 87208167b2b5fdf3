"""`carreau compare`: what other editions of the same text would have ruled."""

from typing import Annotated

from carreau.books import BOOKS
from carreau.cli.flags import Lang, note
from carreau.cli.judge import read_game
from carreau.cli.screen import cry, language
from carreau.gamefile import Unreadable, told


def compare(game: Annotated[str, note("A record; - reads standard input.")], *, lang: Lang = None) -> int:
    """Say where other editions would have ruled otherwise. With one edition there is nothing to compare.

    For example:

    ```
    carreau compare game.jsonl
    ```
    """
    tongue = language(lang)
    try:
        edition = read_game(game, tongue).record.edition
    except Unreadable as no:
        cry(no.message(game, tongue))
        return 2
    others = [book.id for book in BOOKS.values() if book.sport is edition.sport and book.id != edition.id]
    if not others:
        print(told("screen.one_edition", tongue, rulebook=edition.id))
    return 0
