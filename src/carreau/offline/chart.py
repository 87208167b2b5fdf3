"""The order of play as a chart: every state that can be reached, who plays there and why, and where each outcome leads."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from msgspec import Struct

from carreau.core.facts import Chosen, Moment
from carreau.core.game import Game, play
from carreau.core.judging import NotRecorded
from carreau.core.ruling import Option
from carreau.sports import Json
from carreau.sports.parts import rows_of

Key = tuple[int, ...]  # what decides who plays, as plain numbers
Standing = tuple[str, Key] | None  # the chart in which a game stands, and its state
TURNS = {None: 0, "A": 1, "B": 2}


class Question(Struct, frozen=True, kw_only=True):
    """An outcome on which somebody is asked first: what, whom, and where each answer leads."""

    ask: str
    side: str
    answers: dict[str, Key]


Next = Key | Question | None  # None: the book refuses such an outcome, or asks more than a chart can show


class Place(Struct, frozen=True, kw_only=True):
    """One state: whose turn it is (None: nobody has anything left to play), the rows that say so, the ways onward."""

    key: Key
    turn: str | None
    rows: tuple[str, ...]
    onward: tuple[Next, ...]


class Play(Struct, frozen=True, kw_only=True):
    """How a sport's order of play is walked: its keys, the game in a state, and the fact of a throw and its outcome."""

    fields: tuple[str, ...]
    starts: tuple[Key, ...]
    outcomes: tuple[str, ...]
    stated: Callable[[Key], Game]
    key_of: Callable[[Any, Key], Key]
    thrown: Callable[[str, str], Any]
    does: str


def charted(way: Play) -> tuple[Place, ...]:
    """Every state that can be reached from the starts, in the order of their keys."""
    found: dict[Key, Place] = {}
    todo = list(way.starts)
    while todo:
        key = todo.pop(0)
        if key in found:
            continue
        found[key] = place = _place(way, key)
        todo.extend(there for there in _reached(place.onward) if there not in found)
    return tuple(found[key] for key in sorted(found))


def _reached(onward: Iterable[Next]) -> Iterator[Key]:
    for there in onward:
        if isinstance(there, Question):
            yield from there.answers.values()
        elif there is not None:
            yield there


def _place(way: Play, key: Key) -> Place:
    game = way.stated(key)
    turn: Any = game.state.turn  # type: ignore[attr-defined]  # every sport's state has it
    side = turn.side if turn is not None and turn.does == way.does else None
    rows = tuple(rows_of(game.book, turn.clauses)) if turn is not None else ()
    onward = tuple(_onward(way, game, key, side, outcome) for outcome in way.outcomes) if side is not None else ()
    return Place(key=key, turn=side, rows=rows, onward=onward)


def _onward(way: Play, game: Game, key: Key, side: str, outcome: str) -> Next:
    try:
        after = play(game, way.thrown(side, outcome))
    except NotRecorded:
        return None
    asked = after.state.waiting
    return way.key_of(after.state, key) if asked is None else _question(way, after, key, asked)


def _question(way: Play, game: Game, key: Key, asked: Option) -> Next:
    answers = {}
    for choice in (c for c in asked.choices if c.refused is None):
        answer = Chosen(choice=choice.id, option=asked.id)
        after = play(game, answer, moment=Moment(by=asked.may[0]))  # type: ignore[arg-type]  # whom the book names
        if after.state.waiting is not None:
            return None
        answers[choice.id] = way.key_of(after.state, key)
    return Question(ask=asked.ask, side=asked.side, answers=answers)


# --- as a table ------------------------------------------------------------------------------------


QUESTION = 10_000  # from here on it is no way but a question


def written(way: Play, places: tuple[Place, ...]) -> Json:
    """The chart by columns: a number for each state, which is its place in every column.

    `turn` is 0 (nobody), 1 (A) or 2 (B); `why` the number of a list of rows. A way onward is how many states farther on
    its state stands; nothing where the book has to be asked; from 10,000 on the number of a question.
    """
    numbers = {place.key: n for n, place in enumerate(places)}
    why = list(dict.fromkeys(place.rows for place in places))
    questions: list[Json] = []
    columns: Json = {field: [place.key[n] for place in places] for n, field in enumerate(way.fields)}
    columns["turn"] = [TURNS[place.turn] for place in places]
    columns["why"] = [why.index(place.rows) for place in places]
    for n, outcome in enumerate(way.outcomes):
        ways = (place.onward[n] if place.onward else None for place in places)
        columns[outcome] = [_way(here, there, numbers, questions) for here, there in enumerate(ways)]
    return {
        "fields": list(way.fields),
        "starts": [numbers[key] for key in way.starts],
        "rows": [list(rows) for rows in why],
        "questions": questions,
        "states": columns,
    }


def _way(here: int, there: Next, numbers: dict[Key, int], questions: list[Json]) -> int | None:
    if not isinstance(there, Question):
        return numbers[there] - here if there is not None else None
    said = {"ask": there.ask, "side": there.side, "answers": {a: numbers[key] for a, key in there.answers.items()}}
    if said not in questions:
        questions.append(said)
    return QUESTION + questions.index(said)
