"""The rulebook of billiard cochonnet: its decisions, listed once in the order of judging."""

from carreau.billiards import (
    cochonnet_ball,
    cochonnet_balls,
    cochonnet_conduct,
    cochonnet_count,
    cochonnet_door,
    cochonnet_jack,
    cochonnet_jack_out,
    cochonnet_moved,
    cochonnet_order,
)
from carreau.billiards.cochonnet_absorbing import absorb, start
from carreau.billiards.cochonnet_applying import CHANGES
from carreau.billiards.cochonnet_due import due
from carreau.billiards.cochonnet_facts import AnyFact
from carreau.billiards.cochonnet_setup import GameSetUp
from carreau.core.decision import Decision
from carreau.core.facts import Chosen
from carreau.core.rulebook import Rulebook, Sport, edition, load

STAGES = (
    "door", "fact", "legality", "choice", "dead_balls", "dead_jack", "head", "score", "win", "turn", "reminders",
)  # fmt: skip

COCHONNET = Sport(
    name="cochonnet",
    facts=AnyFact,
    setup=GameSetUp,
    chosen=Chosen,
    stages=STAGES,
    start=start,
    absorb=absorb,
    changes=CHANGES,
    due=due,
)

MODULES = (
    cochonnet_door, cochonnet_balls, cochonnet_jack, cochonnet_ball, cochonnet_moved, cochonnet_jack_out,
    cochonnet_order, cochonnet_count, cochonnet_conduct,
)  # fmt: skip
RULES: tuple[Decision, ...] = tuple(rule for module in MODULES for rule in module.RULES)

BILLARD_COCHONNET: Rulebook = edition(load("carreau.billiards", "billard-cochonnet"), COCHONNET, RULES)
