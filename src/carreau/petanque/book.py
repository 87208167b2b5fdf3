"""The rulebooks of pétanque: each lists its decisions once, in the order of judging, which is not that of the text."""

from carreau.core.decision import Decision
from carreau.core.facts import Chosen
from carreau.core.rulebook import Rulebook, Sport, edition, load
from carreau.core.ruling import Reminded
from carreau.petanque import (
    absence,
    boule_moved,
    boule_stopped,
    cards,
    changes,
    circle,
    clock,
    complaints,
    conduct,
    contest,
    contrary,
    count,
    dead_boules,
    dead_jack,
    disturbed,
    door,
    equipment,
    formats,
    ground,
    jack,
    jack_moved,
    measuring,
    misconduct,
    next_circle,
    officials,
    orange,
    order,
    people,
    picked_up,
    point,
    reminders,
    replay,
    signals,
    terrain,
    wrong_boule,
)
from carreau.petanque.absorbing import absorb, start
from carreau.petanque.applying import CHANGES
from carreau.petanque.due import due
from carreau.petanque.effects import BouleDead, BouleLive, HeadIs, JackLive, JackLocked, RunIs, TurnIs
from carreau.petanque.facts import AnyFact
from carreau.petanque.setup import GameSetUp

STAGES = (
    "door", "fact", "legality", "interference", "dead_boules", "dead_jack", "revival", "head", "order", "score", "win",
    "turn", "reminders",
)  # fmt: skip

PETANQUE = Sport(
    name="petanque",
    facts=AnyFact,
    setup=GameSetUp,
    chosen=Chosen,
    stages=STAGES,
    start=start,
    absorb=absorb,
    changes=CHANGES,
    due=due,
    expects=door.expected,
    ordinary=frozenset({HeadIs, RunIs, TurnIs, JackLocked, JackLive, BouleLive, BouleDead, Reminded}),
)

MODULES = (
    door, formats, terrain, equipment, circle, next_circle, jack, contest, ground, wrong_boule, contrary, replay,
    boule_stopped, jack_moved, dead_boules,
    dead_jack, boule_moved, changes, measuring, point, disturbed, picked_up, order, count,
    conduct, cards, orange, people, absence, clock, complaints, misconduct, signals, officials, reminders,
)  # fmt: skip
RULES: tuple[Decision, ...] = tuple(rule for module in MODULES for rule in module.RULES)

# Decisions that several editions share may cite what one of them does not have. That every key is some edition's clause
# is for the tests to see, so that one book can be opened without reading the others.
KEYS = frozenset(
    key for module in MODULES for rule in vars(module).values() if isinstance(rule, Decision) for key in rule.cites
)

FIPJP_2016: Rulebook = edition(
    load("carreau.petanque", "fipjp-2016"),
    PETANQUE,
    RULES,
    elsewhere=KEYS,
    complete=False,
)
