"""Silent topics of people: late, away, at fault, carded, complaining, measuring time, ruling."""

from collections.abc import Iterator

from carreau.petanque import facts as f
from carreau.petanque.setup import GameSetUp
from carreau.petanque.state import PetanqueState

Topics = Iterator[str]


def of_players(fact: GameSetUp) -> Topics:
    """Players disabled, or missing when the game starts."""
    players = [player for team in fact.sides.values() for player in team.players]
    if any(player.exemption == "one_foot" for player in players):
        yield "disabled_player"
    if any(player.exemption == "wheelchair" for player in players):
        yield "wheelchair"
    if any(not player.present for player in players):
        yield "incomplete_team"


# --- late, away, replaced --------------------------------------------------------------------------


def of_late_people(was: PetanqueState, now: PetanqueState, fact: f.PlayersCame) -> Topics:
    """A team or a player that comes late, after the announcement or after a break."""
    if not (fact.late_ms or fact.after_start_ms):
        return
    if fact.players:
        yield "late_player"
    elif was.restarted:
        yield "late_after_a_break"
    else:
        yield "late_team_in_a_timed_game" if now.setup.timed else "late_team"


def of_leaving(was: PetanqueState, now: PetanqueState, fact: f.PlayerLeft) -> Topics:
    """A player who leaves, with or without a doctor."""
    yield "medical_absence" if fact.medical else "leaving_the_game"
    yield "boules_of_an_absent_player"


def of_coming_back(was: PetanqueState, now: PetanqueState, fact: f.PlayerBack) -> Topics:
    """A player who is back: after how long, and was it a pretence?"""
    yield "false_medical_absence" if fact.fraud else "penalty_for_absence"


def of_replacing(was: PetanqueState, now: PetanqueState, fact: f.PlayerReplaced) -> Topics:
    """Another plays in a player's place: how many may, until when, and who."""
    yield "number_of_replacements"
    if was.competition_started or was.game_started:
        yield "replacing_after_the_start"
    if fact.elsewhere:
        yield "who_may_replace"


# --- breaches, cards, complaints -------------------------------------------------------------------

OFFENCES = {
    "circle": "penalty_for_stance",
    "feet_outside": "penalty_for_stance",
    "feet_lifted": "penalty_for_stance",
    "body_outside": "body_outside_the_circle",
    "wheel_outside": "wheelchair",
    "obstacle": "touching_the_ground",
    "sweeping": "touching_the_ground",
    "taps": "tapping_the_ground",
    "holes": "filling_a_hole",
    "time": "penalty_for_time",
    "mud": "mud",
    "practice": "practice",
    "measuring_feet": "measuring_with_the_feet",
    "absence": "leaving_the_game",
    "wrong_boule": "wrong_boule",
    "aid": "aids",
    "second_boule": "second_boule_in_hand",
    "wet": "wetting",
    "noise": "silence",
    "disturbing": "disturbing",
    "between": "standing_between",
    "position": "place_of_the_opponents",
    "dress": "dress",
    "smoking": "smoking_and_phones",
    "phone": "smoking_and_phones",
    "pick_up": "picking_up_too_early",
    "old_circle": "old_circles",
    "not_marking": "marking_the_circle",
    "own_instrument": "instrument_of_each_team",
    "refusal": "refusing_a_decision",
    "unsporting": "lack_of_sportsmanship",
    "misconduct": "misconduct",
}


def of_an_offence(was: PetanqueState, now: PetanqueState, fact: f.OffenceSeen) -> Topics:
    """What somebody did wrong by the full text."""
    known = OFFENCES.get(fact.offence, "unforeseen_cases")
    yield "spectators" if fact.person == "spectator" else known


def of_a_card(was: PetanqueState, now: PetanqueState, fact: f.CardShown) -> Topics:
    """Cards, which this text does not have."""
    yield {"yellow": "warning", "orange": "boule_disqualified", "red": "player_excluded"}[fact.card]
    if fact.offence is None:
        yield "warning_without_a_breach"
    if fact.player is None and fact.offence == "time":
        yield "late_throw_of_a_team"


BOULES = ("material", "diameter", "weight", "marks")


def of_a_complaint(was: PetanqueState, now: PetanqueState, fact: f.ComplaintMade) -> Topics:
    """A complaint: about what, to whom, and when."""
    if was.phase in ("result", "over"):
        yield "complaint_after_the_game"
    elif fact.about in BOULES:
        yield "complaint_about_boules"
    elif fact.about != "count":
        known = {
            "altered": "complaint_about_tampering",
            "unmarked_boule": "unmarked_boule",
            "unmarked_jack": "unmarked_places",
            "picked_up": "claims_about_boules_picked_up",
            "jack": "contesting_the_jack",
        }
        yield known.get(fact.about, "complaint_to_whom")


def of_a_complaint_settled(was: PetanqueState, now: PetanqueState, fact: f.ComplaintSettled) -> Topics:
    """What follows when a complaint about boules was right, or was not."""
    if not fact.upheld:
        yield "unfounded_complaint"
    else:
        yield "penalty_for_tampering" if fact.about == "altered" else "changing_a_faulty_boule"


# --- time ------------------------------------------------------------------------------------------

CLOCKS = {
    "boule": "minute_for_a_boule",
    "jack": "minute_for_the_jack",
    "jack_place": "placing_at_once",
    "search_jack": "jack_not_found",
    "search_boule": "lost_jack_or_boule",
    "late": "late_team",
    "absence": "penalty_for_absence",
    "medical": "medical_absence",
    "game": "timed_games",
}


def of_a_clock(was: PetanqueState, now: PetanqueState, fact: f.ClockStarted | f.ClockPaused | f.ClockExpired) -> Topics:
    """Time that somebody measures; the summary limits none."""
    yield CLOCKS[fact.clock]


def of_a_release(was: PetanqueState, now: PetanqueState, fact: f.Released) -> Topics:
    """How long a player took."""
    jack = was.turn is not None and was.turn.does == "jack"
    yield "minute_for_the_jack" if jack else "minute_for_a_boule"


# --- officials -------------------------------------------------------------------------------------

WORDS = {
    "licence_withdrawn": "licence_withdrawn",
    "prizes_withheld": "prizes_kept",
    "results_annulled": "results_of_excluded_teams",
    "suspend": "stopping_a_game",
    "resume": "stopping_a_game",
    "call_off": "stopping_a_game",
    "smooth_running": "game_overrunning_a_phase",
    "extended_to_team": "team_mates_of_the_offender",
    "player_out": "player_excluded",
    "team_out": "team_disqualified",
    "both_out": "both_teams_disqualified",
    "to_jury": "unforeseen_cases",
    "note": "unforeseen_cases",
}


def of_a_word(was: PetanqueState, now: PetanqueState, fact: f.Ruled) -> Topics:
    """A ruling of people: the summary knows no umpire and no jury."""
    yield WORDS.get(fact.outcome, "umpires")
    if fact.jury_size is not None:
        yield "size_of_the_jury"
    if fact.votes is not None and fact.votes[0] == fact.votes[1]:
        yield "divided_jury"
    if fact.refused_by is not None:
        yield "refusing_a_decision"


def of_a_report(was: PetanqueState, now: PetanqueState, fact: f.Reported) -> Topics:
    """Paper about people."""
    known = {"conduct": "misconduct", "spectator": "spectators", "committee": "report_on_misconduct"}
    yield known.get(fact.what, "last_word_on_misconduct")


def of_a_note(was: PetanqueState, now: PetanqueState, fact: f.Noted) -> Topics:
    """Players told of the rules, a circle cleared."""
    if fact.briefing:
        yield "explaining_the_rules"
    if fact.circle_cleared:
        yield "clearing_the_circle"
