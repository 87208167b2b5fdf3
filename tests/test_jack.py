"""The thrown jack beyond its cases: distances of younger players, mirrored sides, and what a locked jack withstands."""

from itertools import product

import pytest

from carreau.books import book
from carreau.casebook import told
from carreau.core.bench import Bench
from carreau.core.game import Game, begun
from carreau.core.judging import NotRecorded
from carreau.petanque.good_jack import out_of_range
from carreau.petanque.jack import jack_judged
from carreau.petanque.notation import setup_of
from carreau.petanque.state import PetanqueState

BOOK = book("fipjp-2016")
Setting = dict[str, object]


def game(**fields: object) -> Game:
    """A game with a few fields of its set-up given."""
    return begun(BOOK, setup_of(BOOK.id, dict(fields)))


def stands(game: Game) -> PetanqueState:
    """How a game stands."""
    assert isinstance(game.state, PetanqueState)
    return game.state


def after(text: str) -> Game:
    """A game after some facts in short notation."""
    return told(game(), text)[0]


@pytest.mark.parametrize(
    ("category", "settings", "refused"),
    [
        ("minimes", {"jack_min_mm": 4000, "jack_max_mm": 8000}, None),
        ("cadets", {"jack_max_mm": 9000}, None),
        ("cadets", {"jack_min_mm": 6000, "jack_max_mm": 10000}, None),
        ("seniors", {"jack_min_mm": 4000}, "refused.distances_not_younger"),
        ("juniors", {"jack_max_mm": 10000}, "refused.distances_not_younger"),
        ("minimes", {"jack_max_mm": 10001}, "refused.distances_not_shorter"),
        ("minimes", {"jack_min_mm": 6001}, "refused.distances_not_shorter"),
        ("minimes", {"jack_min_mm": 5000, "jack_max_mm": 5000}, "refused.distances_not_shorter"),
        ("minimes", {"jack_min_mm": 0}, "refused.distances_not_shorter"),
    ],
)
def test_only_younger_players_have_other_distances(category: str, settings: Setting, refused: str | None) -> None:
    """They are lengths, shorter than the ordinary ones, and leave a range to throw to."""
    if refused is None:
        assert stands(game(category=category, settings=settings)).setup.settings == settings
        return
    with pytest.raises(NotRecorded) as no:
        game(category=category, settings=settings)
    assert no.value.ruling.key == refused
    assert no.value.ruling.cites == ("fipjp-2016/7.1b",)


@pytest.mark.parametrize("settings", [{}, {"jack_min_mm": 4000}])
def test_distances_may_have_to_be_set(settings: Setting) -> None:
    """Where the organiser must set them, a younger game without both of them is refused; an ordinary game is not."""
    must = {"C56": "must_be_set"}
    with pytest.raises(NotRecorded) as no:
        game(category="cadets", settings=settings, readings=must)
    assert no.value.ruling.key == "refused.distances_not_set"
    assert no.value.ruling.readings == ("C56",)
    both = {"jack_min_mm": 4000, "jack_max_mm": 8000}
    assert stands(game(category="cadets", settings=both, readings=must)).phase == "draw"
    assert stands(game(readings=must)).phase == "draw"


@pytest.mark.parametrize(
    ("answer", "range_mm", "reason", "leans"),
    [
        ("nearest_point", 5999, "too_near", True),
        ("nearest_point", 6000, None, False),
        ("nearest_point", 10000, None, True),
        ("nearest_point", 10001, "too_far", False),
        ("centre", 5985, None, True),
        ("centre", 5984, "too_near", False),
        ("whole_jack", 9970, None, False),
        ("whole_jack", 9971, "too_far", True),
        ("whole_jack", 7000, None, False),
    ],
)
def test_a_reading_is_leaned_on_only_where_it_matters(
    answer: str, range_mm: int, reason: str | None, leans: bool
) -> None:
    """Which point of the jack is measured is nobody's question when every answer gives the same."""
    bench = Bench(BOOK.for_game((), False, {}, {"A6": answer}))
    bench.decision = jack_judged
    fault = out_of_range(bench, range_mm)
    assert (fault.reason if fault else None) == reason
    assert bench.rule("x", "jack.range").readings == (("A6",) if leans else ())


THROWS = (
    "jack 5.99",
    "jack 7.00",
    "jack bad",
    "jack stop=animal",
    "jack stop=player:{own}",
    "jack stop=player:{other}",
)
LATER = (
    "both: choose failed",
    "agree bad",
    "JackLifted side={other}",
    "JackContested side={other}",
    "place {other} 8.00",
)
SWAP = str.maketrans("AB", "BA")


@pytest.mark.parametrize(("throw", "later"), list(product(THROWS, LATER)))
def test_swapping_the_sides_mirrors_the_throw(throw: str, later: str) -> None:
    """Whatever A's throw leads to, B's throw leads to with the sides exchanged."""
    assert ended("A", "B", throw, later).translate(SWAP) == ended("B", "A", throw, later)


def ended(own: str, other: str, throw: str, later: str) -> str:
    """Where a throw and what follows leave the game, in words that can be mirrored."""
    text = f"draw {own}; {throw}; {later}".format(own=own, other=other)
    try:
        state = stands(after(text))
    except NotRecorded as no:
        sides = [str(v) for k, v in no.ruling.slots.items() if k in ("side", "owner", "other")]
        return f"{no.ruling.key} {sides}"
    jack, turn = state.jack, state.turn
    acts = f"{turn.side} {turn.does}" if turn else "nobody"
    return f"{state.phase} {jack.status} {jack.thrown_by} {jack.contested_by} {acts} {[o.ask for o in state.options]}"


@pytest.mark.parametrize(
    "fact", ["agree bad", "agree bad umpire", "JackLifted side=B", "JackContested side=B", "JackContested side=A"]
)
def test_a_locked_jack_cannot_fail(fact: str) -> None:
    """Once both sides have played, no fact of the throw makes the jack bad."""
    locked = after("draw A; jack 5.50 ok; A p holds=A; B p holds=B")
    assert stands(locked).jack.status == "locked"
    with pytest.raises(NotRecorded):
        told(locked, fact)


def test_a_contest_gives_every_boule_back() -> None:
    """The hands are as before the first boule, and the order of play begins anew."""
    state = stands(after("draw A; jack ok; A p out; JackContested side=B; ContestSettled upheld=yes"))
    assert (state.hand("A"), state.played.of("A"), state.boules) == (6, 0, ())
    assert (state.memory.last, state.head, state.memory.ever_live) == (None, "nobody", False)


@pytest.mark.parametrize("player", ["B1", "A4"])
def test_the_jack_is_thrown_by_a_player_of_the_side(player: str) -> None:
    """A stranger or an opponent cannot have thrown it."""
    sides = {side: {"players": [{"id": f"{side}{n}"} for n in (1, 2, 3)]} for side in ("A", "B")}
    opened = told(game(sides=sides), "draw A")[0]
    with pytest.raises(NotRecorded) as no:
        told(opened, f"JackThrown side=A player={player}")
    assert no.value.ruling.key == "refused.no_such_player"
    assert stands(told(opened, "JackThrown side=A player=A3 good=yes")[0]).jack.status == "open"
