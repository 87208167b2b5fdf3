"""How effects change the jack."""

from collections.abc import Callable
from typing import Any

from msgspec import structs

from carreau.petanque import effects as e
from carreau.petanque.state import Jack, Memory, PetanqueState


def _jack(state: PetanqueState, **changes: Any) -> PetanqueState:
    return structs.replace(state, jack=structs.replace(state.jack, **changes))


def _good(state: PetanqueState, effect: e.JackGood) -> PetanqueState:
    return structs.replace(_jack(state, status="open", reason=None, recognised_bad=()), phase="play")


def _invalid(state: PetanqueState, effect: e.JackInvalid) -> PetanqueState:
    return _jack(state, status="invalid", reason=effect.reason)


def _rethrown(state: PetanqueState, effect: e.JackRethrown) -> PetanqueState:
    return _in_hand(state, max(0, state.jack.attempts - 1))


def _in_hand(state: PetanqueState, attempts: int, **changes: Any) -> PetanqueState:
    """The jack is in the hand again, to be thrown from the same circle."""
    old = state.jack
    jack = Jack(thrown_by=old.thrown_by, attempts=attempts, passes=old.passes, passed_to=old.passed_to)
    return structs.replace(_head_bare(state), jack=structs.replace(jack, **changes), phase="jack")


def _tried_again(state: PetanqueState, effect: e.JackTriedAgain) -> PetanqueState:
    return _in_hand(state, state.jack.attempts if effect.counted else max(0, state.jack.attempts - 1))


def _passed(state: PetanqueState, effect: e.JackPassed) -> PetanqueState:
    return _in_hand(state, 0, passes=state.jack.passes + 1, passed_to=effect.side)


def _set_by_umpire(state: PetanqueState, effect: e.JackSetByUmpire) -> PetanqueState:
    return structs.replace(_jack(_in_hand(state, state.jack.attempts), status="locked"), phase="play")


def _handed_over(state: PetanqueState, effect: e.JackHandedOver) -> PetanqueState:
    jack = Jack(
        status="handed_over", thrown_by=state.jack.thrown_by, attempts=state.jack.attempts, reason=state.jack.reason
    )
    return structs.replace(_head_bare(state), jack=jack, phase="place")


def _head_bare(state: PetanqueState) -> PetanqueState:
    """The end is played from its first boule again: nobody has played, nobody holds."""
    return structs.replace(
        state,
        memory=Memory(),
        memory_before=Memory(),
        order=(),
        order_before=(),
        moved=(),
        put_back=(),
        settled=(),
        thrown=None,
        closed=False,
        proposed=None,
    )


def _locked(state: PetanqueState, effect: e.JackLocked) -> PetanqueState:
    before = structs.replace(state.jack.before, status="locked") if state.jack.before else None
    return _jack(state, status="locked", contested_by=None, contested_for=None, recognised_bad=(), before=before)


def _dead(state: PetanqueState, effect: e.JackDead) -> PetanqueState:
    return _jack(state, status="dead", reason=effect.reason)


def _alive(state: PetanqueState, effect: e.JackLive) -> PetanqueState:
    status = "locked" if state.jack.status in ("dead", "locked") else state.jack.status
    changes: dict[str, Any] = {"status": status, "reason": None, "marked": None}
    if effect.elsewhere:
        changes |= {"range_mm": effect.range_mm, "visible": None, "displaced_out": False, "foreign_terrain": False}
    elif effect.range_mm is not None:
        changes["range_mm"] = effect.range_mm
    return _jack(state, **changes)


def _jack_stays(state: PetanqueState, effect: e.JackStays) -> PetanqueState:
    return _jack(state, marked=None)


def _restored(state: PetanqueState, effect: e.JackRestored) -> PetanqueState:
    """The jack as it was before it was displaced, in what the game has ruled of it since."""
    jack, before = state.jack, state.jack.before
    if before is None:
        return _alive(state, e.JackLive()) if jack.dead else state
    status = before.status if jack.dead else jack.status
    since = {"contested_by": jack.contested_by, "contests_ruled": jack.contests_ruled}
    return structs.replace(state, jack=structs.replace(before, status=status, **since))


def _contest(state: PetanqueState, effect: e.ContestOpened) -> PetanqueState:
    return _jack(state, contested_by=effect.side, contested_for=effect.reason)


def _contest_closed(state: PetanqueState, effect: e.ContestClosed) -> PetanqueState:
    ruled = (*state.jack.contests_ruled, *effect.ruled)
    return _jack(state, contested_by=None, contested_for=None, recognised_bad=(), contests_ruled=ruled)


def _sight_ruled(state: PetanqueState, effect: e.SightRuled) -> PetanqueState:
    return _jack(state, sight_ruled=True)


def _recognised(state: PetanqueState, effect: e.ThrowRecognised) -> PetanqueState:
    return _jack(state, recognised_bad=(*state.jack.recognised_bad, effect.by))


CHANGES: dict[type, Callable[[PetanqueState, Any], PetanqueState]] = {
    e.JackGood: _good,
    e.JackInvalid: _invalid,
    e.JackRethrown: _rethrown,
    e.JackHandedOver: _handed_over,
    e.JackTriedAgain: _tried_again,
    e.JackPassed: _passed,
    e.JackSetByUmpire: _set_by_umpire,
    e.JackLocked: _locked,
    e.JackDead: _dead,
    e.JackLive: _alive,
    e.JackStays: _jack_stays,
    e.JackRestored: _restored,
    e.ContestOpened: _contest,
    e.ContestClosed: _contest_closed,
    e.SightRuled: _sight_ruled,
    e.ThrowRecognised: _recognised,
}
