"""The book of 1995: the rules that mean the same as in the first book, those that mean otherwise, and what is unsaid."""

from carreau.core.decision import Decision
from carreau.core.rulebook import Rulebook, edition, load
from carreau.petanque import (
    absence,
    cards,
    changes,
    circle,
    clock,
    conduct,
    contest,
    dead_boules,
    dead_jack,
    disturbed,
    equipment,
    foot_faults,
    formats,
    ground,
    jack,
    jack_attempts,
    ladder,
    leaving,
    measuring,
    misconduct,
    next_circle,
    officials,
    order,
    papers,
    people,
    picked_up,
    terrain,
)
from carreau.petanque.book import KEYS, PETANQUE, RULES

# What a decision of the first book means otherwise in the text of 1995, or is said there besides.
INSTEAD: dict[Decision, tuple[Decision, ...]] = {
    formats.target_allowed: (formats.short_in_eliminations,),
    formats.timed_allowed: (formats.no_game_against_time,),
    terrain.draw_decides: (terrain.draw_gives_the_jack,),
    terrain.terrain_taken: (terrain.terrain_left,),
    equipment.licence: papers.RULES,
    circle.circle_can_be_placed: jack_attempts.RULES,  # several throws of the jack a side, and who moves the circle
    next_circle.next_end_starts: (next_circle.next_end_at_the_jack,),
    ground.ground_touched: (ground.ground_touched_after_the_jack, ground.hole_judged),
    changes.set_chosen: (changes.set_chosen, changes.replacement_due),
    dead_boules.revived: (dead_boules.revived_by_anybody,),
    measuring.not_with_the_feet: (
        measuring.not_with_the_feet, measuring.only_with_instruments, measuring.instrument_judged,
    ),
    disturbed.moved_while_measuring: (disturbed.moved_and_measured_anew,),
    picked_up.picked_up_before_agreement: (
        picked_up.picked_up_unmarked, picked_up.lifting_is_judged, picked_up.lifting_judged,
    ),
    order.tie_becomes_empty: (
        order.tie_becomes_empty, order.always_in_turn, order.another_tie, order.first_boule_left,
    ),
    order.whose_turn: (order.turn_on_empty_ground,),
    conduct.fault_with_the_jack: foot_faults.RULES,  # a fault in the circle disqualifies the boule
    cards.card_may_be_shown: ladder.RULES,  # spoken penalties instead of cards
    people.may_be_replaced: (people.may_be_replaced_beforehand,),
    people.team_late: (people.team_late_loses_the_game,),
    people.player_late: (people.player_late_for_a_good_jack,),
    people.replaced: (people.replaced_beforehand,),
    absence.player_left: leaving.RULES,  # leaving without leave is treated like coming late
    misconduct.misconduct_seen: (misconduct.misconduct_seen_by_umpire,),
    officials.by_whom: (officials.licence_is_the_umpires,),
    officials.jury_is_regular: (officials.umpire_breaks_the_tie,),
}  # fmt: skip
# What that text does not speak of: games against time, lanes, a circle to be marked or lifted, a jack that the opponents
# place, partners barred for a boule picked up, boules cancelled one by one, doctors, children's boules.
UNSAID = (
    formats.timed_game, terrain.lines_that_kill, terrain.terrain_answered, terrain.winner_chooses,
    equipment.childrens_boule, equipment.childrens_boule_judged, equipment.set_changed,
    circle.which_circle, circle.circle_chosen, circle.right_circle, circle.circle_to_be_marked, circle.thrown_unmarked,
    circle.unmarked_judged, circle.circle_lifted, circle.lifting_judged, circle.choices_lapse,
    next_circle.placers_may_move_it, next_circle.placers_moved_it,
    jack.younger_distances, jack.jack_can_be_thrown, jack.jack_can_be_placed, jack.jack_stopped, jack.gear_stopped_it,
    jack.placing_was_slow, jack.placing_timed,
    contest.throw_can_have_failed, contest.jack_can_be_taken, contest.failure_recognised, contest.jack_taken_early,
    contest.taking_settled, contest.contest_settled, contest.throw_failed, contest.failure_settled, contest.sight_ruled,
    ground.landing_spot_tapped, dead_jack.jack_off_its_lanes, dead_jack.jack_cut_off, measuring.only_the_umpire,
    disturbed.umpire_answered, picked_up.partners_barred, picked_up.picker_answered, conduct.jack_after_fault,
    cards.card_shown, cards.card_chosen, cards.card_proposed,
    absence.leave_given, absence.game_waits, absence.player_back, absence.medical_time_over, absence.absent_boules,
    absence.cancel, clock.time_is_limited, clock.time_up, clock.timed_result,
)  # fmt: skip

FPUSA_RULES: tuple[Decision, ...] = tuple(
    own for rule in RULES if rule not in UNSAID for own in INSTEAD.get(rule, (rule,))
)

FPUSA_1995: Rulebook = edition(
    load("carreau.petanque", "fpusa-1995"),
    PETANQUE,
    FPUSA_RULES,
    elsewhere=KEYS | {key for rule in FPUSA_RULES for key in rule.cites},
)
