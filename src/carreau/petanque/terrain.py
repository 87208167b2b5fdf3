"""The ground: which lines kill, the draw, who chooses the terrain, and when the teams may change it."""

from collections.abc import Iterator

from carreau.core.bench import Bench
from carreau.core.decision import decision
from carreau.core.facts import Chosen
from carreau.core.judging import Answer
from carreau.core.ruling import Answered, Ruling
from carreau.petanque import facts as f
from carreau.petanque.effects import OnTerrain
from carreau.petanque.setup import GameSetUp
from carreau.petanque.state import PetanqueState

Rulings = Iterator[Ruling]
So = tuple[Ruling, ...]


@decision("fact", on=GameSetUp, cites=("lanes.dead_lines", "lanes.shared_end_line", "timed.lanes"))
def lines_that_kill(book: Bench, was: PetanqueState, now: PetanqueState, fact: GameSetUp, so_far: So) -> Rulings:
    """A string between lanes does not kill, their ends and the outside do; in a timed game every line kills."""
    if not fact.terrain.lanes:
        return
    if fact.timed:
        yield book.rule("lanes.all_lines_kill", "timed.lanes")
    else:
        yield book.rule("lanes.ends_and_outside_kill", "lanes.dead_lines")
    if fact.terrain.end_to_end:
        yield book.rule("lanes.shared_end_kills", "lanes.shared_end_line")


@decision("fact", on=f.DrawWon, cites=("draw.winner",))
def draw_decides(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.DrawWon, so_far: So) -> Rulings:
    """The winner of the draw throws the jack first and chooses the terrain where none was allotted."""
    yield book.rule("draw.won", "draw.winner", side=fact.side)
    ground = now.setup.terrain
    if not ground.allotted and now.terrain is None:
        yield book.ask("terrain", fact.side, ground.free or ("named",), "draw.winner", waits=False)


@decision("fact", on=f.DrawWon, cites=("draw.winner",))
def draw_gives_the_jack(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.DrawWon, so_far: So) -> Rulings:
    """The winner of the draw throws the jack first; the terrain is not theirs to choose."""
    yield book.rule("draw.gives_jack", "draw.winner", side=fact.side)


@decision("fact", on=f.TerrainChosen, cites=("terrain.change",))
def terrain_left(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.TerrainChosen, so_far: So) -> Rulings:
    """The game goes on elsewhere where the umpire lets it."""
    if was.terrain not in (None, fact.terrain):
        yield book.rule("terrain.changed", "terrain.change", terrain=fact.terrain, was=was.terrain)


@decision("fact", on=Chosen, answers=("terrain",), cites=("draw.winner",))
def terrain_answered(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The terrain that the winner of the draw names is the one the game is played on."""
    terrain = answer.chosen.note if answer.choice == "named" else answer.choice
    side = answer.option.side
    if terrain:
        yield book.rule("terrain.chosen", OnTerrain(terrain), "draw.winner", side=side, terrain=terrain)
    else:
        yield book.ask("terrain", side, ["named"], "draw.winner", waits=False)


def to_be_chosen(was: PetanqueState) -> bool:
    """Has nobody allotted or chosen a terrain yet?"""
    return was.terrain is None and not was.setup.terrain.allotted


@decision("door", on=f.TerrainChosen, cites=("draw.winner",))
def winner_chooses(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.TerrainChosen, so_far: So) -> Rulings:
    """Nobody but the winner of the draw chooses a terrain that was not allotted."""
    if not to_be_chosen(was):
        return
    if was.draw is None:
        yield book.refuse("refused.terrain_before_draw", "draw.winner", terrain=fact.terrain)
    elif fact.side is not None and fact.side != was.draw:
        yield book.refuse("refused.not_its_terrain", "draw.winner", side=fact.side, winner=was.draw)


@decision("door", on=f.TerrainChosen, cites=("terrain.change", "foreign_terrain.return"))
def change_needs_leave(
    book: Bench, was: PetanqueState, now: PetanqueState, fact: f.TerrainChosen, so_far: So
) -> Rulings:
    """The teams go to another terrain only with the umpire's permission, also when the jack ended on it."""
    if was.terrain in (None, fact.terrain) or _has_leave(now, fact):
        return
    followed = ("foreign_terrain.return",) if was.jack.foreign_terrain else ()
    yield book.refuse("refused.terrain_change", "terrain.change", *followed, terrain=fact.terrain, stays=was.terrain)


def _has_leave(now: PetanqueState, fact: f.TerrainChosen) -> bool:
    return fact.leave is True or (fact.leave is None and now.moment.by in ("umpire", "jury"))


@decision("fact", on=f.TerrainChosen, cites=("draw.winner", "terrain.change"))
def terrain_taken(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.TerrainChosen, so_far: So) -> Rulings:
    """The game is played on the terrain chosen, or goes on where the umpire lets it."""
    if to_be_chosen(was):
        yield book.rule("terrain.chosen", Answered("terrain"), "draw.winner", side=was.draw, terrain=fact.terrain)
    elif was.terrain not in (None, fact.terrain):
        yield book.rule("terrain.changed", "terrain.change", terrain=fact.terrain, was=was.terrain)


RULES = (
    lines_that_kill, draw_decides, terrain_answered, winner_chooses, change_needs_leave, terrain_taken,
)  # fmt: skip
