"""`carreau play`: a game entered at the terminal, fact by fact, each one judged and written down at once."""

import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from carreau.cli.flags import Format, Lang, Players, Rules, Setup, Target, Teams, note
from carreau.cli.new import game_from
from carreau.cli.notebook import Notebook
from carreau.cli.screen import clean, console, cry, language, stop
from carreau.cli.sheet import Sheet
from carreau.core.facts import Change, Corrected, Moment, Undone
from carreau.core.game import Game, Misfit
from carreau.core.game import play as judged
from carreau.core.judging import Contradiction, NotRecorded
from carreau.core.notation import SHOULD_BE, NotUnderstood
from carreau.core.record import Record
from carreau.gamefile import Filed, Unreadable, expected, state_of, told
from carreau.say import names_of, says
from carreau.sports import Kit, kit_of
from carreau.story import telling

if TYPE_CHECKING:
    from rich.console import Console

LEAVE = ("quit", "exit", "q")

Said = Iterator[tuple[Moment, Any]]
Facts = Callable[[], Said]


def play(
    file: Annotated[str, note("The record: written after every fact; an unfinished one is gone on with.")],
    *,
    rulebook: Rules = "fipjp-2016",
    format: Format = None,
    teams: Teams = "",
    players: Players = "",
    target: Target = None,
    setup: Setup = (),
    lang: Lang = None,
) -> int:
    """Enter a game in short notation: see each ruling, who plays and what is asked; undo and correct.

    Type help for the words. Every fact is on the disk before its rulings are shown.

    For example:

    ```
    carreau play game.jsonl --teams "Les Lilas,Saint-Ouen"
    carreau play game.jsonl                     go on with it
    carreau play game.jsonl < facts.txt         facts from a file
    ```
    """
    tongue = language(lang)
    try:
        notebook = Notebook.opened(
            Path(file), lambda: game_from(tongue, rulebook, format, teams, players, target, setup)
        )
    except Unreadable as no:
        cry(no.message(file, tongue))
        return 2
    except BlockingIOError as no:
        raise stop("screen.busy", tongue, file=file) from no
    except OSError as no:
        raise stop("screen.no_file", tongue, file=file, detail=no.strerror or str(no)) from no
    with notebook:
        return Scorer(notebook, tongue).work()


class Scorer:
    """Somebody who enters a game: words in, rulings out, a line in the record for each fact."""

    def __init__(self, notebook: Notebook, lang: str) -> None:
        self.notebook = notebook
        self.lang = lang
        self.screen: Console = console()
        self.typed = self.at_terminal()
        self.failed = False
        self.names = names_of(state_of(self.game).setup, notebook.people)

    def at_terminal(self) -> bool:
        """Does somebody type, or do the facts come from a file?"""
        return sys.stdin.isatty()

    @property
    def game(self) -> Game:
        """The game so far."""
        return self.notebook.game

    @property
    def sport(self) -> Kit:
        """What the tools need of the game's sport."""
        return kit_of(self.game.book)

    @property
    def sheet(self) -> Sheet:
        """The game so far, told to people."""
        record = Record(edition=self.game.edition, lines=(), people=self.notebook.people)
        return Sheet(Filed(record=record, game=self.game), self.lang)

    def say(self, key: str, **slots: str | int | None) -> None:
        """One sentence of ours on the screen."""
        self.screen.print(clean(told(key, self.lang, self.names, **slots)), style="dim")

    def work(self) -> int:
        """Until the input ends; 2 if facts came from a file and some of them could not be recorded."""
        for part in self.sheet.title():
            self.screen.print(part)
        if self.notebook.torn:
            self.say("screen.torn", bytes=self.notebook.torn)
        self.say("screen.resumed" if len(self.game.heard) > 1 else "screen.begin", facts=len(self.game.heard))
        self._standing()
        for line in self._input():
            if line in LEAVE:
                break
            self._do(line)
        return 2 if self.failed and not self.typed else 0

    def _input(self) -> Iterator[str]:
        """The lines typed, or those of the file, which are shown as if they had been typed."""
        with suppress(ImportError):
            import readline  # noqa: F401 - arrow keys and history for input()
        while True:
            try:
                line = input(f"{len(self.game.heard)}> " if self.typed else "").strip()
            except (EOFError, KeyboardInterrupt):
                return
            if not self.typed and line:
                self.screen.print(clean(f"{len(self.game.heard)}> {line}"), style="bold")
            yield line

    def _do(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        match word.rstrip(":"):
            case "":
                return
            case "help" | "?":
                self.screen.print(told(self.sport.help, self.lang))
            case "state":
                self._standing()
            case "story":
                for part in self.sheet.whole():
                    self.screen.print(part)
            case "why":
                self._show(why=True)
            case "undo":
                self._enter(lambda: self._undoing(rest))
            case "correct":
                self._enter(lambda: self._correcting(rest))
            case _:
                self._enter(lambda: self.sport.facts_of(line, lambda: state_of(self.game)))

    def _enter(self, facts: Facts) -> None:
        """Judge facts one by one, write each down, show its rulings; what can't be recorded is said and left out."""
        try:
            for moment, fact in facts():
                self.notebook.write(judged(self.game, fact, moment=moment))
                self._show()
        except NotUnderstood as no:
            self._refuse(clean(str(no)))
        except Misfit as no:
            self._refuse(f"{self._ruling(no)} {told('screen.misfit', self.lang, seq=no.seq)}")
        except NotRecorded as no:
            self._refuse(f"{self._ruling(no)} {expected(self.game, self.lang, self.names)} {self._breach(no)}")
        except Contradiction as no:
            self._refuse(told("record.book_fails", self.lang, detail=str(no)))
        except OSError as no:
            self._refuse(told("screen.no_disk", self.lang, detail=no.strerror or str(no)))

    def _ruling(self, no: NotRecorded) -> str:
        return says(no.ruling, self.lang, self.names)

    def _breach(self, no: NotRecorded) -> str:
        return told("screen.breach", self.lang, breach=no.breach) if no.breach else ""

    def _refuse(self, why: str) -> None:
        self.failed = True
        self.screen.print(f"  ✗ {clean(why).strip()}", style="red")

    def _undoing(self, rest: str) -> Said:
        words = rest.split()
        if not all(word.isdecimal() for word in words):
            raise NotUnderstood(told("screen.undo_what", self.lang))
        yield Moment(), Undone(seqs=tuple(int(word) for word in words) or (self.game.line[-1].seq,))

    def _correcting(self, rest: str) -> Said:
        changes = tuple(self._change(part) for part in rest.split(SHOULD_BE))
        yield Moment(), Corrected[Any](changes=changes)

    def _change(self, text: str) -> Change[Any]:
        """`12: A1 p holds=A; B1 p` puts two facts in the place of entry 12; `12:` takes it out."""
        seq, colon, facts = text.strip().partition(":")
        if not colon or not seq.isdecimal() or not 0 <= int(seq) < len(self.game.heard):
            raise NotUnderstood(
                told("screen.correct_what", self.lang, last=len(self.game.heard) - 1, fact=self.sport.sample)
            )
        before = self.game.state_at(max(0, int(seq) - 1))
        told_facts = self.sport.facts_of(facts, lambda: before)
        return Change[Any](seq=int(seq), facts=tuple(fact for _, fact in told_facts))

    def _show(self, *, why: bool = False) -> None:
        """The last entry with its rulings, and what is asked."""
        sheet = self.sheet
        sheet.why = why
        last = [*telling(self.game)][-1]
        self.screen.print(sheet.fact(last))
        if isinstance(last.step.entry.fact, Undone | Corrected):
            self._standing()
            return
        for option in self.game.options:
            for part in sheet.option(option):
                self.screen.print(part)

    def _standing(self) -> None:
        for part in self.sheet.state():
            self.screen.print(part)
