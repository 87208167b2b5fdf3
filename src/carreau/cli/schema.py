"""`carreau schema`: the published form of a record."""

import json as to_json
import sys
from typing import Annotated

from carreau.books import BOOKS
from carreau.cli.flags import Lang, note
from carreau.cli.screen import language, stop
from carreau.core.record import schema as schema_of


def schema(sport: Annotated[str, note("The sport, such as petanque.")] = "petanque", *, lang: Lang = None) -> int:
    """Print the JSON Schema of one line of a sport's record.

    For example:

    ```
    carreau schema petanque > record-schema.json
    ```
    """
    sys.stdout.write(published(sport, language(lang)))
    return 0


def published(sport: str, lang: str = "en") -> str:
    """The schema as the docs hold it."""
    sports = {book.sport.name: book.sport for book in BOOKS.values()}
    if sport not in sports:
        raise stop("screen.no_sport", lang, sport=sport, known=", ".join(sports))
    return to_json.dumps(schema_of(sports[sport]), indent=1, ensure_ascii=False) + "\n"
