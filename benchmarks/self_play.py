"""How fast games of pétanque play themselves, fact by fact through the book, without physics and with it.

python -m benchmarks.self_play             what was measured, and what is asked for
python -m benchmarks.self_play --json      one object
"""

import json
import sys
import time
from collections.abc import Callable
from random import Random

from carreau.books import BOOKS
from carreau.simulate.by_ends import games_by_ends
from carreau.simulate.ends import ends_without_skill
from carreau.simulate.games import Wishes, whole_game
from carreau.simulate.no_skill import NoSkill
from carreau.simulate.petanque import SelfPlay, Sides, set_up

CHANCE_ENDS, GAMES = 200_000, 20
BOOK = "fipjp-2016"
ASKED = {"games_by_ends_per_s": "at least 100", "games_per_s": "at least 100"}


def best_s(work: Callable[[], object], rounds: int) -> float:
    """The least processor time of a few rounds, in seconds; what has to be compiled is compiled before."""
    work()
    taken = []
    for _ in range(rounds):
        begin = time.process_time()
        work()
        taken.append(time.process_time() - begin)
    return min(taken)


def games_of_chance(games: int) -> int:
    """Games without physics, so that the book is what is measured; returns how many facts they had."""
    facts = 0
    for seed in range(games):
        facts += len(SelfPlay(BOOKS[BOOK], set_up(BOOKS[BOOK], Sides()), NoSkill(seed), Random(seed)).whole().heard)
    return facts


def games_by_end(games: int) -> None:
    """Games of ends that are thrown in compiled code, with physics, of which the book is told the points."""
    for game in games_by_ends(BOOKS[BOOK], games, levels=("elite", "elite")):
        assert game.heard


def measured(games: int = GAMES, ends: int = CHANCE_ENDS, rounds: int = 3) -> dict[str, float]:
    """The figures."""
    taken, facts = best_s(lambda: games_of_chance(games), rounds), games_of_chance(games)
    thrown = Wishes(seed=7, levels=("elite", "club"))
    return {
        "games_by_ends_per_s": round(5 * games / best_s(lambda: games_by_end(5 * games), rounds), 1),
        "games_per_s": round(games / taken, 1),
        "facts_of_a_game": round(facts / games, 1),
        "ms_of_a_fact": round(1000 * taken / facts, 4),
        "game_with_physics_s": round(best_s(lambda: whole_game(BOOKS[BOOK], thrown), rounds), 3),
        "ends_without_skill_per_s": round(ends / best_s(lambda: ends_without_skill(ends), rounds)),
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
