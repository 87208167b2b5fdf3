"""Which topic a fact belongs to of which the summary says nothing."""

from collections.abc import Callable, Iterator
from typing import Any

from carreau.petanque import facts as f
from carreau.petanque.setup import GameSetUp
from carreau.petanque.state import PetanqueState
from carreau.petanque.suomi import topics_of_people as people
from carreau.petanque.suomi import topics_of_throws as throws

Topics = Iterator[str]
Silent = Callable[[PetanqueState, PetanqueState, Any], Topics]


def topics_of(was: PetanqueState, now: PetanqueState, fact: Any) -> Topics:
    """The topics that a fact touches and of which nothing is said."""
    silent = SILENT.get(type(fact))
    if silent is not None:
        yield from silent(was, now, fact)


def _only(*topics: str) -> Silent:
    """A kind of fact that always touches these topics."""

    def silent(was: PetanqueState, now: PetanqueState, fact: Any) -> Topics:
        yield from topics

    return silent


# --- before the game -------------------------------------------------------------------------------


def _set_up(was: PetanqueState, now: PetanqueState, fact: GameSetUp) -> Topics:
    ground, teams = fact.terrain, fact.sides.values()
    if fact.timed or fact.time_limit_ms is not None:
        yield "timed_games"
    if fact.timed and ground.lanes:
        yield "lanes_of_timed_games"
    if ground.lanes:
        yield "lanes"
    if ground.end_to_end:
        yield "lanes_end_to_end"
    if ground.barrier_gap_mm is not None:
        yield "barriers"
    if ground.organiser_circle:
        yield "circle_of_the_organisers"
    if any(team.owns_circle for team in teams):
        yield "choice_of_circle"
    if fact.category != "seniors":
        yield "younger_players_distances"
    if fact.age_restricted:
        yield "childrens_boules"
    yield from people.of_players(fact)


FOUND = {
    "boule": {
        "approved": "approved_boules",
        "marks_legible": "marks_on_boules",
        "filled": "filled_boules",
        "altered": "altered_boules",
        "engraved_within_spec": "engraving_names",
        "engraving": "engraving_names",
        "retempered": "reheated_boules",
        "worn": "changing_a_faulty_boule",
        "defective": "changing_a_faulty_boule",
    },
    "jack": {"painted": "painted_jack", "maker_mark": "mark_on_the_jack"},
    "circle": {"feet_fit": "room_for_the_feet", "approved": "folding_circle", "supplier": "circle_of_the_organisers"},
    "terrain": {"barrier_gap_mm": "barriers"},
    "instrument": {"owned": "instrument_of_each_team"},
}


def _inspected(was: PetanqueState, now: PetanqueState, fact: f.Inspected) -> Topics:
    yield from (FOUND[fact.object][name] for name in fact.found if name in FOUND[fact.object])
    if fact.object == "boule" and fact.asked_by is not None:
        yield "inspections"


def _signal(was: PetanqueState, now: PetanqueState, fact: f.SignalGiven) -> Topics:
    known = {
        "announcement": "presence_at_the_draw",
        "restart": "late_after_a_break",
        "new_phase": "game_overrunning_a_phase",
        "rain": "rain",
        "suspended": "stopping_a_game",
        "resumed": "stopping_a_game",
        "called_off": "stopping_a_game",
        "time_up": "timed_games",
    }
    if fact.what in known:
        yield known[fact.what]


# --- circle and jack -------------------------------------------------------------------------------


def _circle(was: PetanqueState, now: PetanqueState, fact: f.CirclePlaced) -> Topics:
    if fact.marked is False:
        yield "marking_the_circle"
    if fact.circle == "folding" or fact.approved is not None:
        yield "folding_circle"
    if fact.feet_fit is not None:
        yield "room_for_the_feet"
    if fact.other_gap_mm is not None:
        yield "circle_near_another" if was.ends_completed else "circle_near_another_at_the_start"
    if fact.opponents_offer or fact.offer_fit is not None:
        yield "circle_of_the_opponents"
    if fact.supplier in ("opponents", "organiser"):
        yield "choice_of_circle" if fact.supplier == "opponents" else "circle_of_the_organisers"
    if fact.moved_back_mm or fact.longest_mm is not None or fact.distance_missing:
        yield "stepping_back"
    if fact.elsewhere_possible is not None:
        yield "other_direction"


# --- the head --------------------------------------------------------------------------------------


def _measuring(was: PetanqueState, now: PetanqueState, fact: f.MeasuringBegun) -> Topics:
    if fact.umpire or now.moment.by in ("umpire", "jury"):
        yield "umpire_measures"
    if fact.lifted:
        yield "lifting_boules_to_measure"
    if fact.instrument == "callipers":
        yield "callipers"
    if fact.foreign_body:
        yield "dirt_on_boule_or_jack"


def _measured(was: PetanqueState, now: PetanqueState, fact: f.PointMeasured) -> Topics:
    if now.moment.by in ("umpire", "jury"):
        yield "umpire_measures"
    if fact.cleaned is not None:
        yield "dirt_on_boule_or_jack"


def _put_back(was: PetanqueState, now: PetanqueState, fact: f.MeasuringEnded) -> Topics:
    if fact.put_back or was.temp_removed:
        yield "putting_boules_back"


def _disturbed(was: PetanqueState, now: PetanqueState, fact: f.MeasuringDisturbed) -> Topics:
    yield "umpire_moves_something" if fact.umpire else "moving_something_while_measuring"


def _picked_up(was: PetanqueState, now: PetanqueState, fact: f.BoulesPickedUp) -> Topics:
    if was.phase in ("play", "count") and not fact.agreed:
        yield "picking_up_too_early" if was.phase == "play" else "picking_up_before_agreement"


SILENT: dict[type, Silent] = {
    GameSetUp: _set_up,
    f.Inspected: _inspected,
    f.SignalGiven: _signal,
    f.TerrainChosen: _only("changing_terrain"),
    f.LicenceShown: _only("licences"),
    f.CirclePlaced: _circle,
    f.CircleLifted: _only("lifting_the_circle"),
    f.OldCirclesErased: _only("old_circles"),
    f.JackThrown: throws.of_the_jack,
    f.JackPlaced: throws.of_the_placing,
    f.JackAgreedBad: throws.of_agreement,
    f.JackLifted: _only("jack_taken_early"),
    f.JackContested: throws.of_a_contest,
    f.ContestSettled: _only("boule_after_a_contest"),
    f.BouleThrown: throws.of_a_boule,
    f.BouleDropped: _only("playing_a_boule_again"),
    f.ObjectMoved: throws.of_a_thing_moved,
    f.ObjectUncovered: _only("jack_masked"),
    f.ObjectChanged: throws.of_a_change,
    f.BouleRemoved: _only("removing_dead_boules"),
    f.BouleFoundLying: _only("dead_boule_left_lying"),
    f.BoulesPickedUp: _picked_up,
    f.ReplayAsked: _only("playing_a_boule_again"),
    f.ForeignGameWaits: _only("waiting_for_another_game"),
    f.Found: throws.of_a_find,
    f.MeasuringBegun: _measuring,
    f.PointMeasured: _measured,
    f.MeasuringEnded: _put_back,
    f.MeasuringDisturbed: _disturbed,
    f.PlayersCame: people.of_late_people,
    f.PlayerLeft: people.of_leaving,
    f.PlayerBack: people.of_coming_back,
    f.PlayerReplaced: people.of_replacing,
    f.OffenceSeen: people.of_an_offence,
    f.CardShown: people.of_a_card,
    f.ComplaintMade: people.of_a_complaint,
    f.ComplaintSettled: people.of_a_complaint_settled,
    f.ClockStarted: people.of_a_clock,
    f.ClockPaused: people.of_a_clock,
    f.ClockExpired: people.of_a_clock,
    f.Released: people.of_a_release,
    f.Ruled: people.of_a_word,
    f.Reported: people.of_a_report,
    f.Noted: people.of_a_note,
}
