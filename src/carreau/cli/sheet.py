"""The story of a game for people: end by end, one ruling a line with its article, and how it stands."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from carreau.cli.screen import clean
from carreau.core.notation import entered
from carreau.core.ruling import Asked, Option, Reminded, Ruling
from carreau.gamefile import Filed, expected, told
from carreau.say import choice, clause_says, question, refusal_of, says
from carreau.sports import Kit, Score
from carreau.story import Told, telling

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table
    from rich.text import Text

FACT_WIDTH = 30
ROW_WIDTH = 14

STYLES = {
    "Asked": "yellow", "Reminded": "dim", "Scored": "bold green", "GameWon": "bold green", "TurnIs": "cyan",
    "JackDead": "magenta", "BouleDead": "magenta", "CardGiven": "bold yellow", "TeamOut": "bold red",
    "PlayerOut": "bold red",
}  # fmt: skip


class Sheet:
    """A game told to people in one language."""

    def __init__(self, filed: Filed, lang: str, *, why: bool = False) -> None:
        self.filed = filed
        self.game = filed.game
        self.sport: Kit = filed.sport
        self.lang = lang
        self.why = why
        self.beside = all(
            len(row) <= ROW_WIDTH for row in short_rows(tuple(c.row for c in self.game.book.clauses.values()))
        )
        self.names = {key: clean(name) for key, name in filed.names.items()}

    def say(self, key: str, **slots: Any) -> str:
        """A sentence of ours."""
        return told(key, self.lang, self.names, **slots)

    def team(self, side: str) -> str:
        """A team's name, or what it is called without one."""
        return self.names.get(side) or self.say(f"word.{side}")

    def whole(self) -> "Iterator[RenderableType]":
        """Everything: title, story, state."""
        yield from self.title()
        yield from self.story()
        yield from self.state()

    def title(self) -> "Iterator[RenderableType]":
        """Who plays whom, at what, by which book."""
        from rich.text import Text

        key, slots = self.sport.title(self.game.book, self.filed.state)
        game = self.say(key, **slots)
        yield Text.assemble((f"{self.team('A')} – {self.team('B')}", "bold"), "  ", (game, "dim"))
        if self.filed.other_edition_file:
            made = self.filed.state.setup.digest
            yield Text(self.say("screen.other_digest", digest=made), style="yellow")

    def story(self) -> "Iterator[RenderableType]":
        """The facts chapter by chapter (ends, sets), each with its rulings."""
        from rich.text import Text

        chapter = None
        table = self._table()
        for part in telling(self.game):
            now = self.sport.chapter(part.step.state)
            if now != chapter and now > 0:
                yield table
                yield Text()
                heading = self.say(self.sport.chapter_key, number=now)
                score = self._score(self.sport.chapter_score(part.step.state))
                yield Text.assemble((heading, "bold"), "  ", (score, "dim"))
                table = self._table()
            chapter = now
            for row in self.rows(part):
                table.add_row(*row)
        yield table

    def fact(self, part: Told) -> "Table":
        """One fact with its rulings, as it appears in the story."""
        table = self._table()
        for row in self.rows(part):
            table.add_row(*row)
        return table

    def answer(self, part: Told) -> "Table":
        """The rulings of one fact without the fact itself."""
        from rich.table import Table

        table = Table.grid(padding=(0, 1), expand=True)
        table.add_column(ratio=1, overflow="fold")
        table.add_column(justify="right", max_width=ROW_WIDTH, style="dim", overflow="fold")
        for row in self._rulings(part.step.rulings):
            table.add_row(*row)
        return table

    def _table(self) -> "Table":
        from rich.table import Table

        table = Table.grid(padding=(0, 1), expand=True)
        table.add_column(justify="right", width=4, style="dim")
        table.add_column(width=FACT_WIDTH, overflow="fold")
        table.add_column(ratio=1, overflow="fold")
        table.add_column(justify="right", max_width=ROW_WIDTH, style="dim", overflow="fold")
        return table

    def _score(self, points: Score) -> str:
        return f"{self.team('A')} {points['A']} – {points['B']} {self.team('B')}"

    def _official(self) -> str:
        return self._score(self.sport.score(self.game.book, self.filed.state))

    def rows(self, part: Told) -> "Iterator[tuple[Text, Text, Text, Text]]":
        """The lines of one fact: what was entered beside the first ruling, then one ruling a line."""
        from rich.text import Text

        entry = part.step.entry
        fact = Text(self._fact(entry.moment, entry.fact), style="" if part.stands else "dim strike")
        lines = list(self._withdrawn(part) if not part.stands else self._rulings(part.step.rulings)) or [
            (Text(), Text())
        ]
        for number, (said, rows) in enumerate(lines):
            yield (Text(str(part.step.seq)), fact, said, rows) if number == 0 else (Text(), Text(), said, rows)

    def _fact(self, moment: Any, fact: Any) -> str:
        if isinstance(fact, self.game.book.sport.setup):
            return self.say("screen.set_up")
        return clean(entered(moment, self.sport.written(fact)))

    def _withdrawn(self, part: Told) -> "Iterator[tuple[Text, Text]]":
        from rich.text import Text

        if part.undone_by is not None:
            yield Text(self.say("screen.undone", seq=part.undone_by), style="dim"), Text()
        if part.corrected_by is not None:
            yield Text(self.say("screen.corrected", seq=part.corrected_by), style="dim"), Text()

    def _rulings(self, rulings: tuple[Ruling, ...]) -> "Iterator[tuple[Text, Text]]":
        from rich.text import Text

        for ruling in rulings:
            said = clean(says(ruling, self.lang, self.names, self.game.book.clauses))
            reminder = any(isinstance(e, Reminded) for e in ruling.effects)
            yield self._cited(Text(f"· {said}" if reminder else said, style_of(ruling)), ruling.cites)
            for effect in ruling.effects:
                if isinstance(effect, Asked):
                    yield (
                        Text(
                            "  " + " | ".join(c.id for c in effect.option.choices if c.refused is None), style="yellow"
                        ),
                        Text(),
                    )
            if self.why:
                yield from self._why(ruling)

    def _cited(self, said: "Text", cites: tuple[str, ...]) -> "tuple[Text, Text]":
        """A ruling and its rows: beside it, or after it in a book that names its rows at length."""
        from rich.text import Text

        rows = " ".join(short_rows(cites))
        if self.beside or not rows:
            return said, Text(rows)
        return Text.assemble(said, (f"  ({rows})", "dim")), Text()

    def _why(self, ruling: Ruling) -> "Iterator[tuple[Text, Text]]":
        """The clauses behind a ruling in our words, the readings it leaned on, and what it changes."""
        from rich.text import Text

        for key in ruling.clauses:
            clause = self.game.book.clauses[key]
            yield Text(f"  {clause.row}: {clause_says(clause, self.lang)}", style="dim"), Text()
        for id in ruling.readings:
            reading = self.game.book.readings[id]
            taken = self.say("screen.reading", id=id, question=reading.question, answer=self.game.book.reading(id))
            yield Text(f"  {taken}", style="dim"), Text()
        for effect in ruling.effects:
            if not isinstance(effect, Asked | Reminded):
                yield Text(f"  → {change(effect)}", style="dim"), Text()

    def state(self) -> "Iterator[RenderableType]":
        """How the game stands: score, who holds, who plays, boules in hand, and what is waited for."""
        from rich.text import Text

        yield Text()
        yield Text(self._official(), style="bold")
        yield Text(clean(" ".join(self._standing())))
        for option in self.filed.state.options:
            yield from self.option(option)

    def summary(self) -> str:
        """The game in one line: teams, score, how far it is, who is asked."""
        key, slots = self.sport.so_far(self.filed.state)
        return "  ".join([self._official(), self.say(key, facts=len(self.game.heard), **slots), *self._asked()])

    def _asked(self) -> Iterator[str]:
        for option in self.game.options:
            yield f"{self.say('screen.waits', side=option.side)} {question(option, self.lang, self.names)}"

    def _standing(self) -> Iterator[str]:
        teams = {f"team_{side}": self.team(side) for side in ("A", "B")}
        for key, slots in self.sport.standing(self.filed.state):
            yield self.say(key, **teams, **slots)
        if self.filed.state.waiting is None:
            yield expected(self.game, self.lang, self.names)

    def option(self, option: Option) -> "Iterator[RenderableType]":
        """A question that waits, with its answers: what to type, and what it means."""
        from rich.text import Text

        asked = clean(question(option, self.lang, self.names))
        key = "screen.waits" if option.waits else "screen.open"
        yield Text(
            f"{self.say(key, side=option.side)} {asked}  ({' '.join(short_rows(option.clauses))})", style="yellow"
        )
        width = max(len(c.id) for c in option.choices)
        for c in option.choices:
            meaning = choice(option, c, self.lang, self.names)
            no = f"  [{refusal_of(option, c, self.lang, self.names)}]" if c.refused else ""
            mark = "*" if c.id == option.default else " "
            yield Text(clean(f"  {mark} {c.id:<{width}}  {meaning}{no}"), style="dim" if c.refused else "yellow")


def style_of(ruling: Ruling) -> str:
    """How a ruling looks, by what it changes."""
    return next((STYLES[name] for e in ruling.effects if (name := type(e).__name__) in STYLES), "")


def short_rows(rows: tuple[str, ...]) -> list[str]:
    """The rows without the book's name, which the title gives."""
    return [row.partition("/")[2] for row in rows]


def change(effect: Any) -> str:
    """What a ruling changes, in the words of its effect: `jack dead: too near`."""
    name = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", type(effect).__name__).lower()
    values = [_value(field, getattr(effect, field)) for field in effect.__struct_fields__ if field != "clauses"]
    return f"{name}: {', '.join(filter(None, values))}" if any(values) else name


def _value(field: str, value: Any) -> str:
    if value is None or value is False or value == ():
        return ""
    if isinstance(value, tuple | frozenset):
        return " ".join(str(part) for part in value)
    word = field if value is True else str(value)
    return word.replace("_", " ")
