"""The story of a game for programs: one object a fact with its rulings, and the state after the last."""

from collections.abc import Iterator

from msgspec import Struct, to_builtins

from carreau.core.facts import Corrected, Undone
from carreau.core.game import Game, Step
from carreau.core.rulebook import Rulebook
from carreau.core.ruling import Ruling
from carreau.gamefile import Names
from carreau.say import says
from carreau.sports import Json, kit_of, parts


class Told(Struct, frozen=True, kw_only=True):
    """One entry of the log as the story tells it: by which later entries it was withdrawn or corrected, if it was.

    An entry that stands has its rulings as they are now; one that does not, as they were when it was entered.
    """

    step: Step
    undone_by: int | None = None
    corrected_by: int | None = None

    @property
    def stands(self) -> bool:
        """Does the entry belong to the story as it stands now?"""
        return self.undone_by is None and self.corrected_by is None


def telling(game: Game) -> Iterator[Told]:
    """Every entry of the log in its order."""
    undone, corrected = _withdrawals(game)
    now = {step.seq: step for step in game.line}
    for heard in game.heard:
        seq, answers = heard.seq, heard.settles
        told = Told(
            step=heard,
            undone_by=undone.get(seq, undone.get(answers) if answers is not None else None),
            corrected_by=corrected.get(seq, corrected.get(answers) if answers is not None else None),
        )
        yield Told(step=now.get(seq, heard)) if told.stands else told


def _withdrawals(game: Game) -> tuple[dict[int, int], dict[int, int]]:
    """Which entry was withdrawn, and which corrected, by which one that is itself still in force."""
    undone: dict[int, int] = {}
    corrected: dict[int, int] = {}
    for step in reversed(game.heard):
        fact = step.entry.fact
        if step.seq in undone:
            continue
        if isinstance(fact, Undone):
            for seq in fact.seqs:
                undone.setdefault(seq, step.seq)
        elif isinstance(fact, Corrected):
            for change in fact.changes:
                corrected.setdefault(change.seq, step.seq)
    return undone, corrected


def fact_lines(game: Game, lang: str, names: Names) -> Iterator[Json]:
    """One object a fact, as `carreau judge --json` prints it."""
    for told in telling(game):
        line: Json = {
            "seq": told.step.seq,
            "fact": to_builtins(told.step.entry.fact),
            "rulings": [ruling_line(ruling, game.book, lang, names) for ruling in told.step.rulings],
        }
        for name in ("undone_by", "corrected_by"):
            if (seq := getattr(told, name)) is not None:
                line[name] = seq
        yield line


def ruling_line(ruling: Ruling, book: Rulebook, lang: str, names: Names) -> Json:
    """A ruling with its sentence, its rows and what it changes."""
    return {
        "key": ruling.key,
        "slots": ruling.slots,
        "says": says(ruling, lang, names, book.clauses),
        "cites": list(ruling.cites),
        "clauses": list(ruling.clauses),
        "readings": list(ruling.readings),
        "effects": [to_builtins(effect) for effect in ruling.effects],
    }


def state_line(game: Game) -> Json:
    """How the game stands, as `carreau judge --json` prints it last."""
    return kit_of(game.book).stands(game.book, game.state)


def next_line(game: Game) -> Json | None:
    """Who does what next, and the rows that say so."""
    return parts.next_line(game.book, game.state)
