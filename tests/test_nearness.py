"""Nearness: an order of words with their weights, checked against distances that nobody told it."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from carreau.core.nearness import (
    Relation,
    Told,
    compared,
    contradictory,
    heavier,
    in_order,
    leading,
    nearest,
    strictly_nearer,
    unsaid,
    with_words,
    without,
)

NAMES = ("A.1", "A.2", "A.3", "B.1", "B.2", "B.3")
SIDES = {"A": NAMES[:3], "B": NAMES[3:]}
gaps = st.fixed_dictionaries({name: st.integers(0, 4) for name in NAMES})
pairs = st.lists(st.sampled_from(list(combinations(NAMES, 2))), max_size=15)
relations = st.builds(
    lambda pair, equal, weight: Relation(pair[0], pair[1], equal, weight),
    st.sampled_from([p for two in combinations(NAMES, 2) for p in (two, two[::-1])]),
    st.booleans(),
    st.integers(0, 3),
)


def truly(gaps: dict[str, int], x: str, y: str) -> str:
    """How two objects lie by their distances."""
    return "equal" if gaps[x] == gaps[y] else "nearer" if gaps[x] < gaps[y] else "farther"


def word(gaps: dict[str, int], x: str, y: str, weight: int = 0) -> Relation:
    """What somebody who sees the distances says of a pair."""
    near, far = (x, y) if gaps[x] <= gaps[y] else (y, x)
    return Relation(near, far, gaps[x] == gaps[y], weight)


def groups(gaps: dict[str, int]) -> list[list[str]]:
    """The objects from the nearest to the farthest, equal ones together."""
    return [[n for n in NAMES if gaps[n] == gap] for gap in sorted(set(gaps.values()))]


@given(gaps, pairs)
def test_what_follows_from_true_words_is_true(gaps: dict[str, int], told: list[tuple[str, str]]) -> None:
    order = with_words((), (word(gaps, x, y) for x, y in told))
    assert not contradictory(order)
    for x, y in combinations(NAMES, 2):
        assert compared(order, x, y) in (None, truly(gaps, x, y))
    for x, y in told:
        assert compared(order, x, y) == truly(gaps, x, y)


@given(st.lists(relations, max_size=10))
def test_an_order_asked_many_times_says_what_it_says_asked_once(words: list[Relation]) -> None:
    """Also when two words speak of one pair: the first counts."""
    for order in (tuple(words), (*words, *(Relation(w.far, w.near, w.equal, w.weight) for w in words))):
        told = Told(order)
        assert {p: told.compared(*p) for p in combinations(NAMES, 2)} == {
            p: compared(order, *p) for p in combinations(NAMES, 2)
        }


@given(gaps)
def test_a_full_list_tells_every_pair_the_holder_and_the_points(gaps: dict[str, int]) -> None:
    order = in_order(groups(gaps))
    best = {side: min(gaps[n] for n in names) for side, names in SIDES.items()}
    holder = "equal" if best["A"] == best["B"] else min(best, key=lambda side: best[side])
    assert all(compared(order, x, y) == truly(gaps, x, y) for x, y in combinations(NAMES, 2))
    assert leading(order, SIDES) == holder
    assert set(nearest(order, NAMES) or ()) == {n for n in NAMES if gaps[n] == min(gaps.values())}
    for side, other in (("A", "B"), ("B", "A")):
        points = sum(gaps[n] < best[other] for n in SIDES[side])
        assert strictly_nearer(order, SIDES[side], SIDES[other]) == points


@given(gaps, pairs, st.sets(st.sampled_from(NAMES)))
def test_who_leads_is_never_wrong_however_little_is_known(
    gaps: dict[str, int], told: list[tuple[str, str]], gone: set[str]
) -> None:
    order = without(with_words((), (word(gaps, x, y) for x, y in told)), gone)
    left = {side: tuple(n for n in names if n not in gone) for side, names in SIDES.items()}
    best = {side: min(gaps[n] for n in names) for side, names in left.items() if names}
    lead = leading(order, left)
    if lead in ("A", "B") and len(best) == 2:
        assert best[lead] < best["B" if lead == "A" else "A"]
    elif lead == "equal":
        assert best["A"] == best["B"]
    elif lead == "nobody":
        assert not best
    else:
        assert lead is None or tuple(best) == (lead,)


@given(gaps, pairs, st.sets(st.sampled_from(NAMES)))
def test_what_moves_takes_only_its_own_words_along(
    gaps: dict[str, int], told: list[tuple[str, str]], gone: set[str]
) -> None:
    order = with_words((), (word(gaps, x, y) for x, y in told))
    kept = without(order, gone)
    for x, y in combinations(NAMES, 2):
        expected = None if {x, y} & gone else compared(order, x, y)
        assert compared(kept, x, y) == expected


@given(st.lists(relations, max_size=14))
def test_words_never_run_in_a_circle_and_the_last_of_the_heaviest_stands(words: list[Relation]) -> None:
    order = with_words((), words)
    assert not contradictory(order)
    if words and words[-1].weight == 3:
        assert compared(order, words[-1].near, words[-1].far) == ("equal" if words[-1].equal else "nearer")


@given(st.lists(relations, max_size=14), st.sampled_from(list(combinations(NAMES, 2))))
def test_a_pair_can_be_opened_again(words: list[Relation], pair: tuple[str, str]) -> None:
    order = with_words((), words)
    opened = unsaid(order, *pair, 2)
    assert compared(opened, *pair) == compared(heavier(order, 2), *pair)
    assert set(opened) <= set(order)


def test_a_lighter_word_gives_way_to_a_heavier_one() -> None:
    umpire, side = Relation("A.1", "B.1", False, 3), Relation("B.1", "A.1", False, 1)
    assert with_words((), (umpire, side)) == (umpire,)
    assert with_words((), (side, umpire)) == (umpire,)
    chain = (Relation("A.1", "A.2", False, 3), Relation("A.2", "B.1", False, 3))
    assert with_words(chain, (side,)) == chain


def test_a_word_against_a_chain_breaks_the_chain() -> None:
    chain = (Relation("A.1", "A.2", False, 1), Relation("A.2", "B.1", False, 1))
    order = with_words(chain, (Relation("B.1", "A.1", False, 1),))
    assert (compared(order, "B.1", "A.1"), compared(order, "A.1", "A.2")) == ("nearer", None)


def test_nothing_known_leads_to_nothing() -> None:
    assert leading((), SIDES) is None
    assert leading((), {"A": ("A.1",), "B": ()}) == "A"
    assert leading((), {"A": (), "B": ()}) == "nobody"
    assert nearest((), ()) is None
    assert strictly_nearer((), ("A.1",), ("B.1",)) is None
    assert strictly_nearer((), ("A.1", "A.2"), ()) == 2


def test_a_side_leads_before_all_of_its_boules_are_ranked() -> None:
    order = (Relation("A.1", "B.1"), Relation("A.1", "B.2"), Relation("A.1", "B.3"))
    assert nearest(order, SIDES["A"]) is None
    assert leading(order, SIDES) == "A"
