"""The story of a game for programs: one object a fact with its rulings, and the state after the last."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct, to_builtins

from carreau.core.bench import Bench
from carreau.core.facts import SIDES, Corrected, Undone
from carreau.core.game import Game, Step
from carreau.core.rulebook import Rulebook
from carreau.core.ruling import Option, Ruling
from carreau.gamefile import Names, state_of
from carreau.petanque.count import official
from carreau.petanque.state import PetanqueState
from carreau.say import says

Json = dict[str, Any]


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
    state = state_of(game)
    bench = Bench(game.book)
    return {
        "phase": state.phase,
        "end": state.end,
        "score": {side: official(bench, state, side) for side in SIDES},
        "raw_score": {side: state.points(side) for side in SIDES},
        "next": next_line(game),
        "holder": holder(state),
        "in_hand": {side: state.hand(side) for side in SIDES},
        "in_hand_of": _in_hand_of(state),
        "options": [option_line(option) for option in state.options],
        "cards": [to_builtins(card) for card in state.cards],
        "bars": [to_builtins(bar) for bar in state.bars],
        "clocks": [to_builtins(clock) for clock in state.clocks],
        "winner": state.winner,
        "won_by": state.won_by,
    }


def next_line(game: Game) -> Json | None:
    """Who does what next, and the rows that say so; an answer that is waited for comes before everything else.

    Nobody in particular (`side` null) counts when the points are known and only have to be agreed.
    """
    state = state_of(game)
    if state.waiting is not None:
        return {"side": state.waiting.side, "does": "choose", "clauses": list(state.waiting.clauses)}
    if state.turn is None:
        return None
    return {
        "side": state.turn.side,
        "does": state.turn.does,
        "clauses": [game.book.clauses[key].row for key in state.turn.clauses],
    }


def holder(state: PetanqueState) -> str | None:
    """Who holds, while there is a jack to hold the point at."""
    phase = state.before_pause if state.phase == "suspended" else state.phase
    return state.head if phase in ("play", "count") and not state.jack.dead else None


def _in_hand_of(state: PetanqueState) -> dict[str, int] | None:
    hands = {player.id: player.hand for player in state.players if player.hand is not None}
    return hands or None


def option_line(option: Option) -> Json:
    """A choice that waits for somebody; `not` says why an answer can't be given."""
    return {
        "id": option.id,
        "side": option.side,
        "may": list(option.may),
        "ask": option.ask,
        "choices": [to_builtins(choice) for choice in option.choices],
        "clauses": list(option.clauses),
    }
