"""How fast ends and games of pétanque are played: in compiled code, and fact by fact through the book.

python -m benchmarks.ends             what was measured, and what is asked for
python -m benchmarks.ends --json      one object
"""

import json
import sys
import time
from collections.abc import Callable
from random import Random

import numpy as np

from carreau.books import BOOKS
from carreau.physics.terrain import THROWERS, Boule, Jack, simulate_throws
from carreau.simulate.aiming import reach
from carreau.simulate.ends import ends_without_skill, thrown_ends
from carreau.simulate.games import Wishes, whole_game
from carreau.simulate.no_skill import NoSkill
from carreau.simulate.petanque import SelfPlay, Sides, set_up

THROWS, ENDS, CHANCE_ENDS, GAMES = 20_000, 2_000, 200_000, 20
THROWS_OF_AN_END = 13
ASKED = {
    "ends_share": "at least 0.70 of throws_per_s_core / 13",
    "games_per_s": "at least 100",
}


def best_s(work: Callable[[], object], rounds: int = 3) -> float:
    """The least processor time of a few rounds, in seconds; what has to be compiled is compiled before."""
    work()
    taken = []
    for _ in range(rounds):
        begin = time.process_time()
        work()
        taken.append(time.process_time() - begin)
    return min(taken)


def full_head() -> tuple[list[Boule | Jack], np.ndarray[tuple[int, int], np.dtype[np.float64]]]:
    """A jack with eleven boules around it, none nearer to another than a hand's breadth."""
    chance = np.random.default_rng(5)
    places = [(8.25, 0.0)]
    while len(places) < 12:
        place = tuple(np.array([8.25, 0.0]) + chance.normal(0.0, 0.45, 2))
        if all(np.hypot(place[0] - x, place[1] - y) > 0.1 for x, y in places):
            places.append(place)
    return [Jack(), *[Boule()] * 11], np.array(places)


def throws_per_s() -> float:
    """Points of a club player into a full head, on one core."""
    bodies, places = full_head()
    meant = reach("half_lob", "fine_gravel", Boule()).throw(8.1)
    rows = THROWERS["club"].executed(np.tile(meant.row(), (THROWS, 1)), np.random.default_rng(1))
    seeds = np.arange(THROWS)
    return THROWS / best_s(lambda: simulate_throws(bodies, places, rows, Boule(), seeds=seeds, cores=1))


def games_of_chance() -> int:
    """Games without physics, so that the book is what is measured; returns how many facts they had."""
    edition, facts = BOOKS["fipjp-2016"], 0
    for seed in range(GAMES):
        facts += len(SelfPlay(edition, set_up(edition, Sides()), NoSkill(seed), Random(seed)).whole().heard)
    return facts


def measured() -> dict[str, float]:
    """The figures."""
    throws = throws_per_s()
    ends = ENDS / best_s(lambda: thrown_ends(ENDS, levels=("club", "club"), seed=1))
    chance = CHANCE_ENDS / best_s(lambda: ends_without_skill(CHANCE_ENDS))
    taken, facts = best_s(games_of_chance), games_of_chance()
    played = best_s(lambda: whole_game(BOOKS["fipjp-2016"], Wishes(seed=7, levels=("elite", "club"))))
    return {
        "throws_per_s_core": round(throws),
        "ends_per_s_core": round(ends),
        "ends_share": round(ends / (throws / THROWS_OF_AN_END), 3),
        "ends_without_skill_per_s": round(chance),
        "games_per_s": round(GAMES / taken, 1),
        "facts_of_a_game": round(facts / GAMES, 1),
        "ms_of_a_fact": round(1000 * taken / facts, 4),
        "game_with_physics_s": round(played, 3),
    }


def main(words: list[str]) -> int:
    """Print the figures."""
    figures = measured()
    if "--json" in words:
        print(json.dumps(figures))
        return 0
    for name, value in figures.items():
        print(f"{name:26} {value:>12}   {f'asked for: {ASKED[name]}' if name in ASKED else ''}".rstrip())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
