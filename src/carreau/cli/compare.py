"""`carreau compare`: what other editions of the same text would have ruled."""

from collections.abc import Iterator
from typing import Annotated

import msgspec

from carreau.books import editions
from carreau.cli.flags import Json, Lang, flag, note
from carreau.cli.judge import read_game
from carreau.cli.screen import clean, cry, language, ready, stop
from carreau.comparing import Difference, differences
from carreau.core.clause import WrongRulebook
from carreau.core.facts import Entry
from carreau.core.notation import entered
from carreau.core.rulebook import Rulebook
from carreau.core.ruling import Asked, Option, Ruling
from carreau.gamefile import Filed, Unreadable, told
from carreau.say import says
from carreau.story import ruling_line


def compare(
    game: Annotated[str, note("A record; - reads standard input.")],
    *,
    edition: Annotated[str | None, note("One other edition; without it, all of them.")] = None,
    why: Annotated[bool, flag("Show the clauses behind each ruling.")] = False,
    reminders: Annotated[bool, flag("Also what the editions remind of.")] = False,
    json: Json = False,
    lang: Lang = None,
) -> int:
    """Judge each fact under the other editions, from the state the game really had, and say where they part.

    For example:

    ```
    carreau compare game.jsonl
    carreau compare game.jsonl --edition fpusa-1995 --why
    ```
    """
    tongue = language(lang)
    try:
        filed = read_game(game, tongue)
    except Unreadable as no:
        cry(no.message(game, tongue))
        return 2
    own = filed.record.edition
    others = [book for book in editions(own.sport.name) if book.id != own.id]
    if edition is not None and edition not in [book.id for book in others]:
        raise stop("screen.no_edition", tongue, rulebook=edition, known=", ".join(book.id for book in others))
    if not others:
        _say("screen.one_edition", tongue, own, json)
    for other in others:
        if edition in (None, other.id):
            Comparison(filed, other, tongue, why=why, reminders=reminders).tell(json)
    return 0


def _say(key: str, lang: str, edition: Rulebook, json: bool) -> None:
    text = told(key, lang, {}, rulebook=edition.id)
    print(msgspec.json.encode({"rulebook": edition.id, "says": text}).decode() if json else text)


class Comparison:
    """A game and another edition, in one language."""

    def __init__(self, filed: Filed, other: Rulebook, lang: str, *, why: bool, reminders: bool) -> None:
        self.filed = filed
        self.other = other
        self.lang = lang
        self.why = why
        self.reminders = reminders

    def tell(self, json: bool) -> None:
        """Print what differs, fact by fact."""
        ready()
        found = self._found()
        if not found:
            _say("screen.same_everywhere", self.lang, self.other, json)
            return
        if not json:
            print(
                told(
                    "screen.compared",
                    self.lang,
                    rulebook=self.filed.record.edition.id,
                    other=self.other.id,
                    n=len(found),
                )
            )
        for difference in found:
            print(self._object(difference) if json else self._text(difference))

    def _found(self) -> list[Difference]:
        try:
            return list(differences(self.filed.game, self.other, reminders=self.reminders))
        except WrongRulebook as no:
            raise stop("screen.no_such_game_there", self.lang, rulebook=self.other.id, detail=str(no)) from no

    def _object(self, difference: Difference) -> str:
        names, book = self.filed.names, self.filed.game.book
        line = {
            "seq": difference.entry.moment.seq,
            book.id: [ruling_line(r, book, self.lang, names) for r in difference.here],
            self.other.id: [ruling_line(r, self.other, self.lang, names) for r in difference.there],
        }
        return msgspec.json.encode(line).decode()

    def _text(self, difference: Difference) -> str:
        entry = difference.entry
        lines = [f"{entry.moment.seq:>4} {self._fact(entry)}"]
        for book, rulings in ((self.filed.game.book, difference.here), (self.other, difference.there)):
            lines += self._ruled(book, rulings)
        return clean("\n".join(lines))

    def _fact(self, entry: Entry) -> str:
        if isinstance(entry.fact, self.other.sport.setup):
            return told("screen.set_up", self.lang)
        return entered(entry.moment, self.filed.sport.written(entry.fact))

    def _ruled(self, book: Rulebook, rulings: tuple[Ruling, ...]) -> Iterator[str]:
        if not rulings:
            yield f"     {book.id}: {told('screen.nothing_of_it', self.lang)}"
        for ruling in rulings:
            rows = " ".join(row.partition("/")[2] for row in ruling.cites)
            said = says(ruling, self.lang, self.filed.names, book.clauses)
            answers = "".join(f" [{' | '.join(c.id for c in option.choices)}]" for option in _options(ruling))
            yield f"     {book.id}: {said}{answers}{f'  ({rows})' if rows else ''}"
            if self.why:
                yield from (f"         {book.clauses[key].row}: {book.clauses[key].says}" for key in ruling.clauses)


def _options(ruling: Ruling) -> tuple[Option, ...]:
    return tuple(effect.option for effect in ruling.effects if isinstance(effect, Asked))
