"""The book of the Finnish summary: the rules that mean the same as in the full text, its own, and its silence."""

from carreau.core.rulebook import Rulebook, edition, load
from carreau.petanque import (
    circle,
    contrary,
    count,
    dead_boules,
    disturbed,
    door,
    equipment,
    formats,
    jack,
    jack_moved,
    measuring,
    officials,
    order,
    point,
    reminders,
    replay,
    silence,
    suomi,
)
from carreau.petanque.book import KEYS, PETANQUE

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
