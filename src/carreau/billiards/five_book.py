"""The rulebook of five pins: it lists its decisions once, by stage, because the order of judging is not that of the text."""

from carreau.billiards import (
    five_award,
    five_break,
    five_clock,
    five_door,
    five_doubt,
    five_equipment,
    five_fouls,
    five_hand,
    five_lag,
    five_match,
    five_officials,
    five_people,
    five_pins,
    five_placing,
    five_reminders,
    five_value,
    five_wrong_ball,
)
from carreau.billiards.five_absorbing import absorb, start
from carreau.billiards.five_applying import CHANGES
from carreau.billiards.five_due import due
from carreau.billiards.five_facts import AnyFact
from carreau.billiards.five_setup import GameSetUp
from carreau.core.decision import Decision
from carreau.core.facts import Chosen
from carreau.core.rulebook import Rulebook, Sport, edition, load

STAGES = ("door", "clock", "fact", "value", "fouls", "award", "table", "set", "turn", "reminders")

FIVE_PINS = Sport(
    name="five_pins",
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
    five_door, five_lag, five_clock, five_doubt, five_wrong_ball, five_placing, five_people, five_officials,
    five_equipment, five_value, five_fouls, five_award, five_pins, five_hand, five_match, five_break, five_reminders,
)  # fmt: skip
RULES: tuple[Decision, ...] = tuple(rule for module in MODULES for rule in module.RULES)

UMB_5PIN_1997: Rulebook = edition(load("carreau.billiards", "umb-5pin-1997"), FIVE_PINS, RULES)
