"""Silent topics of what is thrown, moved, stopped and changed."""

from collections.abc import Iterator

from carreau.petanque import facts as f
from carreau.petanque.state import PetanqueState

Topics = Iterator[str]

NEUTRAL = ("umpire", "spectator", "animal", "object", "fixed")
FOREIGN = ("foreign_boule", "foreign_jack")


# --- the jack --------------------------------------------------------------------------------------


def of_the_jack(was: PetanqueState, now: PetanqueState, fact: f.JackThrown) -> Topics:
    """What stopped it, the ground tapped, the minute, and what it lies near beside obstacles."""
    if fact.stopped is not None:
        yield "jack_stopped_by_its_own_team" if _of_side(now, fact.stopped) == fact.side else "jack_stopped"
    if fact.taps is not None or fact.tapped_by is not None:
        yield "tapping_the_ground"
    if fact.elapsed_ms is not None:
        yield "minute_for_the_jack"
    yield from _lies(now, fact)


def of_the_placing(was: PetanqueState, now: PetanqueState, fact: f.JackPlaced) -> Topics:
    """Slowness, a circle moved back, and what it lies near beside obstacles."""
    if fact.slow:
        yield "placing_at_once"
    if fact.circle_moved_back_mm or fact.elsewhere_possible is not None:
        yield "placers_step_back"
    yield from _lies(now, fact)


def _lies(now: PetanqueState, fact: f.JackLies) -> Topics:
    if fact.boundary_gap_mm is not None or fact.reason == "boundary":
        yield "jack_near_the_line_of_a_timed_game" if now.setup.timed else "jack_near_the_boundary"
    if fact.end_line_gap_mm is not None or fact.reason == "end_line":
        yield "jack_near_the_line_of_a_timed_game"
    if fact.reason == "circle_other":
        yield "circle_near_another"


def of_agreement(was: PetanqueState, now: PetanqueState, fact: f.JackAgreedBad) -> Topics:
    """One side alone, or too late, calls a throw bad."""
    if fact.agreed_by in ("A", "B") or was.boules:
        yield "agreeing_that_the_throw_failed"


def of_a_contest(was: PetanqueState, now: PetanqueState, fact: f.JackContested) -> Topics:
    """A dispute about the jack: who may begin it, until when, and about what."""
    side = was.jack.placed_by or was.jack.thrown_by
    if fact.reason == "hidden":
        yield "dispute_about_visibility"
    if was.jack.placed_by is not None:
        yield "contesting_a_placed_jack"
    elif was.played.of(fact.side) > 0 and fact.side != side:
        yield "contesting_too_late"
    else:
        yield "contesting_the_jack"


# --- a boule thrown --------------------------------------------------------------------------------

BREACHES = {
    "two_together": "two_boules_at_once",
    "aid": "aids",
    "second_boule": "second_boule_in_hand",
    "wet": "wetting",
}


def of_a_boule(was: PetanqueState, now: PetanqueState, fact: f.BouleThrown) -> Topics:
    """How it was thrown, whose it was, its minute, what it did and what stopped it."""
    if fact.breach is not None:
        yield BREACHES.get(fact.breach, "boule_against_the_rules")
    if fact.together > 1:
        yield "two_boules_at_once"
    if fact.boule_of is not None:
        yield "wrong_boule"
    if fact.left_lying:
        yield "dead_boule_left_lying"
    if fact.elapsed_ms is not None:
        yield "minute_for_a_boule"
    for moved in fact.moved:
        yield from _jack_lies(was, moved) if moved.object == "jack" else _boule_lies(now, fact, moved)


def _jack_lies(was: PetanqueState, moved: f.Moved) -> Topics:
    if moved.range_mm is not None:
        yield from _far_or_near(was, moved.range_mm)
    if moved.floating:
        yield "jack_floating"
    if moved.ground_between or moved.part_between or moved.puddle_between:
        yield "ground_between_circle_and_jack"
    if moved.found is False:
        yield "jack_not_found"
    if moved.foreign_terrain and was.setup.terrain.marked is False:
        yield "jack_on_another_terrain"
    if moved.hanging or moved.overhead:
        yield "unforeseen_cases"
    if moved.stopped is not None:
        yield "jack_stopped_by_a_spectator" if moved.stopped.by in NEUTRAL else "jack_stopped_by_a_player"


def _far_or_near(was: PetanqueState, range_mm: int) -> Topics:
    """A displaced jack that lies farther than before, or nearer: how far is too far the summary does not say."""
    before = was.jack.range_mm
    if before is None or range_mm > before:
        yield "jack_too_far"
    elif range_mm < before:
        yield "jack_too_near"


def _boule_lies(now: PetanqueState, fact: f.BouleThrown, moved: f.Moved) -> Topics:
    if moved.after_out:
        yield "moved_by_a_boule_that_came_back"
    if moved.hanging or moved.overhead:
        yield "unforeseen_cases"
    if moved.stopped is not None:
        yield _stopped(now, fact, moved.stopped)


def _stopped(now: PetanqueState, fact: f.BouleThrown, stopped: f.Stopped) -> str:
    """The topic of a boule that something stopped: on purpose, by whom, and whether it was pointed or shot."""
    if stopped.on_purpose:
        return "boule_stopped_on_purpose"
    if stopped.by in FOREIGN:
        return "boule_diverted"
    if stopped.by in NEUTRAL:
        return "boule_stopped_by_a_spectator"
    if _of_side(now, stopped) == fact.side:
        return "boule_stopped_by_its_own_side"
    return "shot_boule_stopped" if fact.how == "shot" else "pointed_boule_stopped"


def _of_side(now: PetanqueState, stopped: f.Stopped) -> str | None:
    player = now.player(stopped.player)
    return stopped.side or (player.side if player is not None else None)


# --- things moved, changed, found ------------------------------------------------------------------


def of_a_thing_moved(was: PetanqueState, now: PetanqueState, fact: f.ObjectMoved) -> Topics:
    """Something that lay still was moved, by a boule, by wind, by somebody."""
    by_boule = fact.by in ("boule", *FOREIGN)
    if fact.object == "jack":
        yield "jack_moved_by_a_boule" if by_boule else "jack_moved_by_accident"
    elif by_boule:
        yield "boule_moved_by_a_boule"
    else:
        yield "boule_moved_by_wind_or_slope" if fact.by in ("wind", "slope") else "boule_moved_by_accident"
    if fact.marked is False:
        yield "unmarked_places" if fact.object == "jack" else "unmarked_boule"


def of_a_change(was: PetanqueState, now: PetanqueState, fact: f.ObjectChanged) -> Topics:
    """A boule or the jack is lost, broken, or to be changed for another reason."""
    known = {"lost": "lost_jack_or_boule", "broken": "broken_jack_or_boule"}
    yield known.get(fact.reason, "changing_jack_or_boule")
    if fact.largest_piece is not None:
        yield "largest_piece"
    if fact.new_set:
        yield "new_set_after_breaking"


def of_a_find(was: PetanqueState, now: PetanqueState, fact: f.Found) -> Topics:
    """The search of a jack or boule, which has no time here."""
    yield "jack_not_found" if fact.object == "jack" else "lost_jack_or_boule"
