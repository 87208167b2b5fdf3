"""A question that the book puts to somebody: its answers, and what each would lead to."""

from msgspec import Struct

from carreau.core.difference import Difference
from carreau.core.game import Game
from carreau.core.ruling import Option, Ruling
from carreau.desk.views.reader import Reader, article, rows_of
from carreau.say import choice, question, refusal_of, says
from carreau.sports import Json, courtside

SHOWN = 6  # what an answer changes, said in at most so many sentences


class Asking(Struct, frozen=True):
    """A question in a game, for a reader."""

    game: Game
    option: Option
    reader: Reader


def question_of(game: Game, option: Option, reader: Reader) -> Json:
    """A question with all its answers, those included that are not offered."""
    asking = Asking(game, option, reader)
    rows = asked_by(game, option)
    return {
        "id": option.id,
        "ask": option.ask,
        "text": question(option, reader.lang, reader.names(game)),
        "of": option.side,
        "may": list(option.may),
        "about": option.about or None,
        "waits": option.waits,
        "default": option.default,
        "rows": rows,
        "art": article(rows),
        "seq": int(option.id.split(".")[0]),
        "choices": [_answer(asking, answer) for answer in courtside.consequences(game, option)],
    }


def asked_by(game: Game, option: Option) -> list[str]:
    """The rows that put a question."""
    known = {clause.row for clause in game.book.clauses.values()}
    return [row for row in option.clauses if row in known] or rows_of(game, option.clauses)


def _answer(asking: Asking, answer: courtside.Consequence) -> Json:
    option, reader, names = asking.option, asking.reader, asking.reader.names(asking.game)
    rows = asked_by(asking.game, option)
    no = refusal_of(option, answer.choice, reader.lang, names)
    return {
        "id": answer.choice.id,
        "text": choice(option, answer.choice, reader.lang, names),
        "consequence": said_differences(asking.game, answer.differences, reader),
        "measure": answer.measure,
        "place": answer.place,
        "asks": question(answer.asks, reader.lang, names) if answer.asks is not None else None,
        "refused": {"say": no, "rows": rows} if answer.refused is not None else None,
    }


def said_differences(game: Game, differences: tuple[Difference, ...], reader: Reader) -> list[str]:
    """What would change, in sentences, the weightiest first."""
    names = reader.names(game)
    rulings = (Ruling(key=d.key, slots=d.slots, clauses=(), cites=()) for d in differences[:SHOWN])
    return [says(ruling, reader.lang, names) for ruling in rulings]
