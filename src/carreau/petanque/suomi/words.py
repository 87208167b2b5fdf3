"""What people with authority say where the summary is silent: their word stands, and the text is not claimed for it."""

from collections.abc import Iterator

from carreau.core.bench import Bench
from carreau.core.decision import decision
from carreau.core.facts import other
from carreau.core.ruling import Effect, Ruling
from carreau.petanque import facts as f
from carreau.petanque.count import official
from carreau.petanque.effects import GameWon, HeadIs, PlayerSwapped, TurnIs
from carreau.petanque.officials import effects_of
from carreau.petanque.state import PetanqueState

Rulings = Iterator[Ruling]
So = tuple[Ruling, ...]

MAY_RULE = ("umpire", "jury", "committee", "both", "simulator")
SUMMARY = ("edition.summary",)


@decision("door", on=f.Ruled)
def somebody_rules(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.Ruled, so_far: So) -> Rulings:
    """A ruling is made by an umpire, if there is one, or by both sides together."""
    if now.moment.by not in MAY_RULE:
        yield book.refuse("refused.not_his_to_rule", by=now.moment.by, how=fact.outcome)


@decision("legality", on=f.Ruled, cites=SUMMARY)
def word_stands(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.Ruled, so_far: So) -> Rulings:
    """The word of an umpire, or of both sides together, stands as it was given."""
    slots = {"by": now.moment.by, "how": fact.outcome, "side": fact.side, "object": fact.object}
    said = (fact.note or "", fact.clause, fact.points or 0)
    if fact.outcome in ("game_won", "team_out", "both_out"):
        yield _decided(book, now, fact)
    else:
        effects = effects_of(book, now, fact)
        yield book.rule("officials.ruled", *effects, *SUMMARY, note=said[0], clause=said[1], points=said[2], **slots)


def _decided(book: Bench, now: PetanqueState, fact: f.Ruled) -> Ruling:
    """The game is over by a word: for the side named, for its opponents when it is out, or for nobody."""
    if fact.side is None:
        return book.rule("game.nobody_wins", GameWon(None, "ruled", final=True), *SUMMARY, how="ruled")
    winner = fact.side if fact.outcome == "game_won" else other(fact.side)
    own, theirs = official(book, now, winner), official(book, now, other(winner))
    won: Effect = GameWon(winner, "ruled", final=True)
    slots = {"side": winner, "loser": other(winner), "how": "ruled"}
    return book.rule("game.forfeit", won, *SUMMARY, own=own, theirs=theirs, **slots)


@decision("head", on=f.Ruled, cites=SUMMARY)
def holder_said(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.Ruled, so_far: So) -> Rulings:
    """Who holds, as an umpire or both sides say."""
    if fact.outcome == "holds" and fact.holds is not None:
        yield book.rule("officials.holds", HeadIs(fact.holds, by="umpire"), *SUMMARY, side=fact.holds)


@decision("turn", on=f.Ruled, cites=SUMMARY)
def turn_said(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.Ruled, so_far: So) -> Rulings:
    """Who plays, as an umpire or both sides say, until a boule is thrown."""
    if fact.outcome == "turn" and fact.side is not None:
        computed = was.turn.side if was.turn is not None else None
        turn = TurnIs(fact.side, "boule", SUMMARY, ruled=True)
        yield book.rule("officials.turn", turn, *SUMMARY, side=fact.side, other=computed)


@decision("fact", on=f.PlayerReplaced, cites=SUMMARY)
def another_plays(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.PlayerReplaced, so_far: So) -> Rulings:
    """Whoever has taken a player's place plays in it; the summary neither allows nor forbids that."""
    swap = PlayerSwapped(fact.player, fact.by)
    yield book.rule("people.replaced", swap, *SUMMARY, player=fact.player, by=fact.by)


RULES = (somebody_rules, another_plays, word_stands, holder_said, turn_said)
