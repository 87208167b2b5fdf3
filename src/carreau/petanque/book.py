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
    foot_faults,
    formats,
    ground,
    jack,
    jack_attempts,
    jack_moved,
    ladder,
    leaving,
    measuring,
    misconduct,
    next_circle,
    officials,
    orange,
    order,
    papers,
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
OTHERS = (jack_attempts, papers, foot_faults, ladder, leaving)  # what only later books of this shelf mean
RULES: tuple[Decision, ...] = tuple(rule for module in MODULES for rule in module.RULES)

# What a decision of the first book means otherwise in the text of 1995, or is said there besides.
INSTEAD: dict[Decision, tuple[Decision, ...]] = {
    formats.target_allowed: (formats.short_in_eliminations,),
    formats.timed_allowed: (formats.no_game_against_time,),
    terrain.draw_decides: (terrain.draw_gives_the_jack,),
    terrain.terrain_taken: (terrain.terrain_left,),
    equipment.licence: papers.RULES,
    circle.circle_can_be_placed: jack_attempts.RULES,  # several throws of the jack a side, and who moves the circle
    next_circle.next_end_starts: (next_circle.next_end_at_the_jack,),
    ground.ground_touched: (ground.ground_touched_after_the_jack,),
    dead_boules.revived: (dead_boules.revived_by_anybody,),
    measuring.not_with_the_feet: (
        measuring.not_with_the_feet, measuring.only_with_instruments, measuring.instrument_judged,
    ),
    disturbed.moved_while_measuring: (disturbed.moved_and_measured_anew,),
    picked_up.picked_up_before_agreement: (
        picked_up.picked_up_unmarked, picked_up.lifting_is_judged, picked_up.lifting_judged,
    ),
    order.tie_becomes_empty: (order.tie_becomes_empty, order.always_in_turn, order.another_tie),
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

# Decisions that several editions share may cite what one of them does not have. That every key is some edition's clause
# is for the tests to see, so that one book can be opened without reading the others.
KEYS = frozenset(
    key
    for module in (*MODULES, *OTHERS)
    for rule in vars(module).values()
    if isinstance(rule, Decision)
    for key in rule.cites
)

FIPJP_2016: Rulebook = edition(
    load("carreau.petanque", "fipjp-2016"),
    PETANQUE,
    RULES,
    elsewhere=KEYS,
    complete=False,
)

FPUSA_1995: Rulebook = edition(
    load("carreau.petanque", "fpusa-1995"),
    PETANQUE,
    tuple(own for rule in RULES if rule not in UNSAID for own in INSTEAD.get(rule, (rule,))),
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
        formats.settings_known, formats.points_to_play_to,
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
