"""What the book only asks or advises: each is said once a game, when its moment comes."""

from collections.abc import Callable, Iterator
from itertools import groupby
from operator import itemgetter
from typing import Any

from carreau.core.bench import Bench
from carreau.core.decision import decision
from carreau.core.facts import Undone
from carreau.core.rulebook import Rulebook
from carreau.core.ruling import Reminded, Ruling
from carreau.petanque import facts as f
from carreau.petanque.effects import BouleDead
from carreau.petanque.setup import GameSetUp
from carreau.petanque.state import PetanqueState

Rulings = Iterator[Ruling]
So = tuple[Ruling, ...]
Comes = Callable[[PetanqueState, PetanqueState, Any, So], bool]

REMINDERS = (
    "boule_kit.check_beforehand", "absence.at_draw", "circle.old_wiped", "circle.marked", "clock.place_at_once",
    "jack_moved.mark", "conduct.silence", "boule_moved.mark", "dead_boule.removed", "foreign_terrain.patience",
    "measure.clean", "measure.callipers", "measure.keep_off", "circle.tidy", "terrain.flat",
    "complaint.check_opponents", "terrain.main",
)  # fmt: skip


def _set_up(was: PetanqueState, now: PetanqueState, fact: Any, so_far: So) -> bool:
    return isinstance(fact, GameSetUp)


def _before_jack(was: PetanqueState, now: PetanqueState, fact: Any, so_far: So) -> bool:
    return now.phase in ("circle", "agreed") or isinstance(fact, f.CirclePlaced)


def _jack_place(was: PetanqueState, now: PetanqueState, fact: Any, so_far: So) -> bool:
    return now.phase == "place"


def _jack_at_rest(was: PetanqueState, now: PetanqueState, fact: Any, so_far: So) -> bool:
    return isinstance(fact, f.JackThrown | f.JackPlaced) and now.jack.live


def _jack_moved(was: PetanqueState, now: PetanqueState, fact: Any, so_far: So) -> bool:
    return now.jack.hit


def _turn(was: PetanqueState, now: PetanqueState, fact: Any, so_far: So) -> bool:
    return now.turn is not None and now.turn.does == "boule"


def _boule_at_rest(was: PetanqueState, now: PetanqueState, fact: Any, so_far: So) -> bool:
    return isinstance(fact, f.BouleThrown) and now.any_live()


def _boule_dead(was: PetanqueState, now: PetanqueState, fact: Any, so_far: So) -> bool:
    return any([isinstance(effect, BouleDead) for ruling in so_far for effect in ruling.effects])


MEASURED = (f.MeasuringBegun, f.PointMeasured)


def _measuring(was: PetanqueState, now: PetanqueState, fact: Any, so_far: So) -> bool:
    unclear = now.head == "unknown" and now.phase in ("play", "count")
    return unclear or type(fact) in MEASURED


def _umpire_measuring(was: PetanqueState, now: PetanqueState, fact: Any, so_far: So) -> bool:
    return isinstance(fact, f.MeasuringBegun) and fact.umpire


def _end_complete(was: PetanqueState, now: PetanqueState, fact: Any, so_far: So) -> bool:
    return now.phase == "count"


def _end_over(was: PetanqueState, now: PetanqueState, fact: Any, so_far: So) -> bool:
    return now.ends_completed > was.ends_completed


def _foreign_game(was: PetanqueState, now: PetanqueState, fact: Any, so_far: So) -> bool:
    return now.jack.foreign_terrain or type(fact) is f.ForeignGameWaits


def _search(was: PetanqueState, now: PetanqueState, fact: Any, so_far: So) -> bool:
    return isinstance(fact, f.ClockStarted) and fact.clock in ("search_jack", "search_boule")


def _card(was: PetanqueState, now: PetanqueState, fact: Any, so_far: So) -> bool:
    return isinstance(fact, f.CardShown)


def _game_over(was: PetanqueState, now: PetanqueState, fact: Any, so_far: So) -> bool:
    return now.phase in ("result", "over")


def _late(was: PetanqueState, now: PetanqueState, fact: Any, so_far: So) -> bool:
    return isinstance(fact, f.PlayersCame) and (fact.late_ms or 0) > 0


MOMENTS: dict[str, Comes] = {
    "setup": _set_up,
    "draw": _set_up,
    "before_circle": _before_jack,
    "before_jack": _before_jack,
    "jack_place": _jack_place,
    "jack_at_rest": _jack_at_rest,
    "jack_moved": _jack_moved,
    "turn": _turn,
    "boule_at_rest": _boule_at_rest,
    "boule_dead": _boule_dead,
    "measuring": _measuring,
    "umpire_measuring": _umpire_measuring,
    "end_complete": _end_complete,
    "end_over": _end_over,
    "foreign_game": _foreign_game,
    "search": _search,
    "card": _card,
    "game_over": _game_over,
    "late": _late,
}


@decision("reminders", on=(GameSetUp, *(k for k in f.PetanqueFact.__args__ if k is not Undone)), cites=REMINDERS)
def moment_comes(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.AnyFact, so_far: So) -> Rulings:
    """Advice, courtesy and duties without a penalty are said the first time in a game that they matter."""
    for comes, keys in _left(book.book, now.reminded, type(fact)):
        if comes(was, now, fact, so_far):
            for key in keys:
                yield book.rule(f"reminder.{key}", Reminded(key), key)


Left = tuple[tuple[Comes, tuple[str, ...]], ...]  # moments that may still come, each with its reminders


def _left(book: Rulebook, reminded: frozenset[str], kind: type) -> Left:
    """The reminders not yet given whose moment such a fact can bring. A memo, since it is asked at every fact."""
    found = LEFT.get((book.id, reminded, kind))
    if found is None:
        moments = [
            (key, book.clauses[key].moment or "") for key in REMINDERS if key in book.clauses and key not in reminded
        ]
        coming = [(MOMENTS[m], k) for k, m in moments if m and ONLY_AT.get(m, kind) is kind]
        found = tuple((comes, tuple(key for _, key in some)) for comes, some in groupby(coming, itemgetter(0)))
        LEFT[book.id, reminded, kind] = found
    return found


ONLY_AT: dict[str, type] = {
    "setup": GameSetUp,
    "draw": GameSetUp,
    "umpire_measuring": f.MeasuringBegun,
    "search": f.ClockStarted,
    "card": f.CardShown,
    "late": f.PlayersCame,
}
LEFT: dict[tuple[str, frozenset[str], type], Left] = {}


RULES = (moment_comes,)
