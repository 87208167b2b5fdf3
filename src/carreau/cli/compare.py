"""`carreau compare`: what other editions of the same text would have ruled."""

from typing import Annotated

import msgspec

from carreau.books import BOOKS
from carreau.cli.flags import Json, Lang, note
from carreau.cli.judge import read_game
from carreau.cli.screen import clean, cry, language, ready, stop
from carreau.comparing import Difference, differences
from carreau.core.clause import WrongRulebook
from carreau.core.notation import entered
from carreau.core.rulebook import Rulebook
from carreau.core.ruling import Ruling
from carreau.gamefile import Filed, Unreadable, told
from carreau.say import says
from carreau.story import ruling_line


def compare(
    game: Annotated[str, note("A record; - reads standard input.")],
    *,
    json: Json = False,
    lang: Lang = None,
) -> int:
    """Say where other editions would have ruled otherwise. With one edition there is nothing to compare.

    For example:

    ```
    carreau compare game.jsonl
    ```
    """
    tongue = language(lang)
    try:
        filed = read_game(game, tongue)
    except Unreadable as no:
        cry(no.message(game, tongue))
        return 2
    edition = filed.record.edition
    others = [book for book in BOOKS.values() if book.sport is edition.sport and book.id != edition.id]
    if not others:
        _say("screen.one_edition", tongue, edition, json)
    for other in others:
        _compare(filed, other, tongue, json)
    return 0


def _say(key: str, lang: str, edition: Rulebook, json: bool) -> None:
    text = told(key, lang, {}, rulebook=edition.id)
    print(msgspec.json.encode({"rulebook": edition.id, "says": text}).decode() if json else text)


def _compare(filed: Filed, other: Rulebook, lang: str, json: bool) -> None:
    ready()
    try:
        found = list(differences(filed.game, other))
    except WrongRulebook as no:
        raise stop("screen.no_such_game_there", lang, rulebook=other.id, detail=str(no)) from no
    if not found:
        _say("screen.same_everywhere", lang, other, json)
    for difference in found:
        print(_object(filed, other, difference, lang) if json else _text(filed, other, difference, lang))


def _object(filed: Filed, other: Rulebook, difference: Difference, lang: str) -> str:
    line = {
        "seq": difference.entry.moment.seq,
        filed.record.edition.id: [ruling_line(r, filed.game.book, lang, filed.names) for r in difference.here],
        other.id: [ruling_line(r, other, lang, filed.names) for r in difference.there],
    }
    return msgspec.json.encode(line).decode()


def _text(filed: Filed, other: Rulebook, difference: Difference, lang: str) -> str:
    entry = difference.entry
    lines = [f"{entry.moment.seq:>4} {entered(entry.moment, filed.sport.written(entry.fact))}"]
    lines += [_line(filed, ruling, filed.game.book, lang) for ruling in difference.here]
    lines += [_line(filed, ruling, other, lang) for ruling in difference.there]
    return clean("\n".join(lines))


def _line(filed: Filed, ruling: Ruling, book: Rulebook, lang: str) -> str:
    return f"     {book.id}: {says(ruling, lang, filed.names, book.clauses)}  ({' '.join(ruling.cites)})"
