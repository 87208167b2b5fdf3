"""`carreau schema`: the published form of a record."""

import json as to_json
import sys
from typing import Annotated

from carreau.books import editions
from carreau.cli.flags import Lang, note
from carreau.cli.screen import language, stop
from carreau.core.record import schema as schema_of
from carreau.sports import NAMES


def schema(sport: Annotated[str, note("petanque, five_pins or cochonnet.")] = "petanque", *, lang: Lang = None) -> int:
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
    if sport not in NAMES:
        raise stop("screen.no_sport", lang, sport=sport, known=", ".join(NAMES))
    return to_json.dumps(schema_of(editions(sport)[0].sport), indent=1, ensure_ascii=False) + "\n"
