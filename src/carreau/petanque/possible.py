"""What can be entered in a game of pétanque: a form of each kind of fact, the likeliest first."""

from collections.abc import Iterator

from carreau.core.facts import SIDES, Side, other
from carreau.core.possible import Form, answers
from carreau.core.rulebook import Rulebook
from carreau.petanque import facts as f
from carreau.petanque.facts import Holds
from carreau.petanque.state import PetanqueState

Forms = Iterator[Form]

BREACHES: tuple[f.Breach, ...] = ("out_of_turn", "too_many", "barred", "excluded", "absent")


def forms(book: Rulebook, state: PetanqueState) -> Forms:
    """Forms of every kind that the state does not rule out by itself; the door decides which of them pass."""
    yield from answers(state)
    yield from _next(state)
    yield from _head(state)
    yield from _boules(state)
    yield from _jack(state)
    yield from _clocks(state)
    yield from _breaches(state)
    yield from _ground(state)
    yield from _people(state)
    yield from _officials(state)


# --- what the game waits for -----------------------------------------------------------------------


def _next(state: PetanqueState) -> Forms:
    """The act of the side whose turn it is; then the same acts of others."""
    if state.phase == "result":
        yield Form(fact=f.ResultAgreed())
    if state.phase == "suspended":
        yield Form(fact=f.SignalGiven(what="resumed"), given=("what",), by="umpire")
    if state.temp_removed:
        yield Form(fact=f.MeasuringEnded(put_back=state.temp_removed), given=("put_back",))
    side, does = (state.turn.side, state.turn.does) if state.turn is not None else (None, None)
    acting = (side, other(side)) if side is not None else SIDES
    if does == "jack":
        yield from _circle_and_jack(state, acting)
    if does == "count" or state.phase == "count":
        yield from _count(state)
    yield from _placed(state)
    yield from _throws(acting)
    if does != "jack":
        yield from _circle_and_jack(state, acting)
    yield from _draw(state)
    yield from _count(state)


def _circle_and_jack(state: PetanqueState, acting: tuple[Side, Side]) -> Forms:
    for side in acting:
        given = ("side",) if side == state.jack_side else ()
        yield Form(fact=f.JackThrown(side=side, good=True), given=given)
    for side in acting:
        yield Form(fact=f.CirclePlaced(side=side), given=("side",) if side == state.jack_side else ())
        yield Form(fact=f.CirclePlaced(side=side, moved_back_mm=1))


def _placed(state: PetanqueState) -> Forms:
    placer = other(state.jack.thrown_by) if state.jack.thrown_by is not None else None
    for side in SIDES if placer is None else (placer, other(placer)):
        yield Form(fact=f.JackPlaced(side=side, good=True), given=("side",) if side == placer else ())


def _throws(acting: tuple[Side, Side]) -> Forms:
    """A boule of the side whose turn it is; then one that breaks a rule."""
    yield Form(fact=f.BouleThrown(side=acting[0]), given=("side",))
    for side in acting:
        yield Form(fact=f.BouleThrown(side=side))
        yield from (Form(fact=f.BouleThrown(side=side, breach=breach)) for breach in BREACHES)


def _draw(state: PetanqueState) -> Forms:
    if state.draw is None:
        yield Form(fact=f.DrawWon(side="A"))


def _count(state: PetanqueState) -> Forms:
    """The points that the book proposes; else a point of the side that holds, or none."""
    if state.proposed is not None:
        side, points = state.proposed
        yield Form(fact=f.EndCounted(side=side, points=points), given=("side", "points"))
    for holds in (state.head, *SIDES):
        if holds in SIDES:
            yield Form(fact=f.EndCounted(side=holds, points=1))
    yield Form(fact=f.EndCounted())
    yield from (Form(fact=f.EndCounted(side=side, points=1), by="umpire") for side in SIDES)


# --- what is seen and measured ---------------------------------------------------------------------


def _head(state: PetanqueState) -> Forms:
    live = [id for side in SIDES for id in state.live(side)]
    heads: tuple[Holds, ...] = (state.head, "A", "B", "equal", "nobody", "unknown")
    for holds in heads:
        yield Form(fact=f.HeadStated(holds=holds), by="both")
        yield Form(fact=f.HeadStated(holds=holds), by="umpire")
    yield Form(fact=f.MeasuringBegun())
    yield Form(fact=f.MeasuringBegun(umpire=True), by="umpire")
    for near, far in ((a, b) for a in live[:1] for b in live[1:2]):
        yield Form(fact=f.PointMeasured(near=near, far=far, instrument="tape"))
        yield Form(fact=f.PointMeasured(near=near, far=far, instrument="tape"), by="umpire")
    for holds in heads:
        yield Form(fact=f.PointMeasured(holds=holds, instrument="tape"))
        yield Form(fact=f.PointMeasured(holds=holds, instrument="tape"), by="umpire")
    yield Form(fact=f.HeadMapped(order=tuple((id,) for id in live)))
    yield Form(fact=f.HeadMapped(order=()), by="umpire")
    for object in ("jack", *live):
        yield Form(fact=f.MeasuringDisturbed(object=object, side="A"))
        yield Form(fact=f.MeasuringDisturbed(object=object, umpire=True), by="umpire")
    yield from (Form(fact=f.EndClosed(agreed_by=agreed)) for agreed in ("both", *SIDES))
    yield Form(fact=f.EndClosed(agreed_by="umpire"), by="umpire")


# --- boules and jack -------------------------------------------------------------------------------


def _boules(state: PetanqueState) -> Forms:
    """What happens to boules, and to the jack at rest, beside the throws."""
    ids = [b.id for b in state.boules]
    dead = [b.id for b in state.boules if not b.live]
    yield from (Form(fact=f.ObjectMoved(object=object, by="player")) for object in (*ids, "jack"))
    yield Form(fact=f.ObjectMoved(object="jack", by="wind"))
    yield from (Form(fact=f.BouleRemoved(boule=id)) for id in dead)
    yield from (Form(fact=f.BouleFoundLying(boule=id)) for id in dead)
    for side in SIDES:
        yield Form(fact=f.BoulesPickedUp(side=side, boules=state.live(side)))
        yield Form(fact=f.BouleDropped(side=side, throwing=True))
        yield Form(fact=f.BouleDropped(side=side))
        yield Form(fact=f.ReplayAsked(side=side))
    for reason in ("lost", "broken", "ordered"):
        yield Form(fact=f.ObjectChanged(object="jack", reason=reason), by="umpire")
        yield from (Form(fact=f.ObjectChanged(object=id, reason=reason), by="umpire") for id in (*ids, "A.1"))
    yield from (Form(fact=f.Found(object=object, elapsed_ms=0)) for object in ("jack", *ids))


def _jack(state: PetanqueState) -> Forms:
    yield Form(fact=f.JackAgreedBad(agreed_by="both"), by="both")
    yield Form(fact=f.JackAgreedBad(agreed_by="umpire"), by="umpire")
    yield from (Form(fact=f.JackAgreedBad(agreed_by=side), by=side) for side in SIDES)
    for side in SIDES:
        yield Form(fact=f.JackContested(side=side))
        yield from (Form(fact=f.JackContested(side=side, reason=reason)) for reason in FAULTS)
        yield Form(fact=f.JackLifted(side=side))
    yield from (Form(fact=f.ContestSettled(upheld=upheld), by="umpire") for upheld in (False, True))
    yield Form(fact=f.ObjectUncovered(covered_by="leaf"))
    yield Form(fact=f.ForeignGameWaits())
    yield Form(fact=f.ForeignGameWaits(over=True))


FAULTS: tuple[f.JackFault, ...] = ("too_near", "too_far", "obstacle", "boundary", "hidden", "off_lane", "circle_other")


# --- clocks, breaches, cards -----------------------------------------------------------------------


def _clocks(state: PetanqueState) -> Forms:
    clock: f.ClockName = "jack" if state.turn is not None and state.turn.does == "jack" else "boule"
    yield Form(fact=f.ClockStarted(clock=clock), given=("clock",))
    yield Form(fact=f.ClockExpired(clock=clock, elapsed_ms=0), given=("clock",))
    yield Form(fact=f.ClockPaused(clock=clock), given=("clock",))
    yield Form(fact=f.Released(elapsed_ms=0))
    yield Form(fact=f.ClockStarted(clock="medical"))
    yield Form(fact=f.ClockExpired(clock="medical", elapsed_ms=0))


def _breaches(state: PetanqueState) -> Forms:
    yield Form(fact=f.OffenceSeen(offence="feet_outside", side="A"), by="umpire")
    yield Form(fact=f.OffenceSeen(offence="other", side="A"), by="umpire")
    yield Form(fact=f.CardShown(card="yellow", side="A", offence="feet_outside"), by="umpire")
    for seen in state.offences:
        yield Form(fact=f.CardShown(card="yellow", side=seen.side, player=seen.player), by="umpire")


# --- ground, people, officials ---------------------------------------------------------------------


def _ground(state: PetanqueState) -> Forms:
    yield from (Form(fact=f.CircleLifted(side=side)) for side in SIDES)
    yield Form(fact=f.OldCirclesErased())
    yield Form(fact=f.Inspected(object="boule", found={}, side="A"), by="umpire")
    terrain = state.terrain or next(iter(state.setup.terrain.free), "1")
    yield Form(fact=f.TerrainChosen(terrain=terrain, leave=True), by="umpire")
    yield from (Form(fact=f.TerrainChosen(terrain=terrain, side=side, leave=True), by="umpire") for side in SIDES)
    for what in ("game", "rain", "suspended", "announcement", "time_up", "called_off"):
        yield Form(fact=f.SignalGiven(what=what), by="umpire")


def _people(state: PetanqueState) -> Forms:
    players = [p.id for p in state.players] or ["A1", "B1"]
    yield from (Form(fact=f.PlayersCame(side=side)) for side in SIDES)
    for player in players:
        yield Form(fact=f.PlayerLeft(player=player, leave=True))
        yield Form(fact=f.PlayerBack(player=player))
        yield Form(fact=f.PlayerReplaced(player=player, by=f"{player}0"))
        yield Form(fact=f.LicenceShown(player=player, licence=True))
    for side in SIDES:
        yield Form(fact=f.ComplaintMade(side=side, about="other"))
        yield Form(fact=f.ComplaintSettled(side=side, about="other", upheld=True), by="umpire")


def _officials(state: PetanqueState) -> Forms:
    """What can be entered at any time, or nearly."""
    yield Form(fact=f.Noted(text="…"))
    yield Form(fact=f.Ruled(outcome="note"), by="umpire")
    yield Form(fact=f.Reported(what="conduct"), by="umpire")
    yield Form(fact=f.PositionStated(), by="umpire")
    yield Form(fact=f.MeasuringEnded(put_back=state.temp_removed))
