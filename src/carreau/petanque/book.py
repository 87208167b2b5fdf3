"""The rulebooks of pétanque: each lists its decisions once, in the order of judging, which is not that of the text."""

from carreau.core.facts import Chosen
from carreau.core.rulebook import Decision, Rulebook, Sport, edition, load
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
    silence,
    suomi,
    terrain,
    wrong_boule,
)
from carreau.petanque.absorbing import absorb, start
from carreau.petanque.applying import apply
from carreau.petanque.due import due
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
    apply=apply,
    due=due,
    expects=door.expected,
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

# The Finnish summary takes the rules that mean the same there, and instead of
#   draw_decides (who wins the draw also chooses the terrain)  suomi.start: the winner throws the jack first
#   jack_judged, the agreement that a throw failed, contests   suomi.snadi: a bad throw goes to the opponents at once
#   the ladder of cards, the dead boule and the advantage       suomi.stance: a foot fault is noted, or as an umpire says
#   dead_where_it_went, the seven deaths of a jack              suomi.lines: off the terrain, and a jack out of sight
#   whose_turn                                                  suomi.head: the same, with its own open question
#   closing an end by agreement                                 suomi.closing: the last boules may stay in the hand
#   what umpire and jury may rule                               suomi.words: a word stands, the text is not claimed for it
#   next_end_starts, circle_beside_place, steps back            suomi.next_end: where the jack stopped
# Of everything else it says that it is silent.
SUOMI: Rulebook = edition(
    load("carreau.petanque", "suomi"),
    PETANQUE,
    (
        door.waits_for_an_answer, door.answer_was_asked, door.game_is_open, door.drawn_once, door.boule_can_be_thrown,
        door.side_has_a_boule, door.position_can_be, door.player_of_the_side, door.player_has_a_boule, door.in_turn,
        door.objects_are_there,
        formats.set_up_once, formats.format_exists, formats.boules_fit, formats.players_are_named,
        formats.points_to_play_to,
        equipment.satisfies_the_book, equipment.player_is_known,
        circle.circle_can_be_placed, circle.circle_has_room, circle.circle_can_be_lifted,
        jack.jack_can_be_thrown, jack.stopper_is_known, jack.jack_can_be_placed,
        contrary.breach_is_possible, jack_moved.named_once, replay.boule_can_be_dropped,
        dead_boules.dead_boule_is_there, disturbed.disturbed_is_there, officials.ruling_is_possible,
        measuring.there_is_a_head, measuring.who_measures,
        point.measured_what_lies, point.holder_has_a_boule, point.pair_measured, point.question_lapsed,
        point.equal_answered, point.difference_answered, point.head_mapped, point.head_stated, point.holder_measured,
        order.head_after_throw, order.head_after_change, order.tie_becomes_empty,
        count.count_is_possible, count.result_is_score, count.count_disputed, count.end_complete, count.end_agreed,
        count.count_answered, count.target_reached, count.result_agreed,
        *suomi.RULES, reminders.moment_comes, *silence.RULES,
    ),
    elsewhere=KEYS,
)  # fmt: skip
