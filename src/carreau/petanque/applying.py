"""How each effect changes the state. No rule stands here: the rulings decide, this only does."""

from collections.abc import Callable
from typing import Any

from msgspec import structs

from carreau.core.facts import SIDES, Side
from carreau.core.nearness import Relation, unsaid, with_words, without
from carreau.petanque import effects as e
from carreau.petanque.state import Bar, Boule, Card, Clock, Complaint, Jack, Memory, PetanqueState, Points, Seen, Turn
from carreau.petanque.thrown import played

Apply = Callable[[PetanqueState, Any], PetanqueState]


def apply(state: Any, effect: Any) -> PetanqueState:
    """The state after an effect."""
    return CHANGES[type(effect)](state, effect)


def _jack(state: PetanqueState, **changes: Any) -> PetanqueState:
    return structs.replace(state, jack=structs.replace(state.jack, **changes))


def _good(state: PetanqueState, effect: e.JackGood) -> PetanqueState:
    return structs.replace(_jack(state, status="open", reason=None, recognised_bad=()), phase="play")


def _invalid(state: PetanqueState, effect: e.JackInvalid) -> PetanqueState:
    return _jack(state, status="invalid", reason=effect.reason)


def _rethrown(state: PetanqueState, effect: e.JackRethrown) -> PetanqueState:
    jack = Jack(thrown_by=state.jack.thrown_by, attempts=max(0, state.jack.attempts - 1))
    return structs.replace(_head_bare(state), jack=jack, phase="jack")


def _handed_over(state: PetanqueState, effect: e.JackHandedOver) -> PetanqueState:
    jack = Jack(status="handed_over", thrown_by=state.jack.thrown_by, attempts=state.jack.attempts, reason=state.jack.reason)
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
    return structs.replace(state, jack=structs.replace(before, status=status, contested_by=jack.contested_by))


def changed_boule(state: PetanqueState, id: str, **changes: Any) -> PetanqueState:
    """The state with one boule changed."""
    boules = tuple(structs.replace(b, **changes) if b.id == id else b for b in state.boules)
    return structs.replace(state, boules=boules)


def _boule_live(state: PetanqueState, effect: Any) -> PetanqueState:
    return changed_boule(state, effect.boule, status="live", reason=None, lying=False)


def _boule_dead(state: PetanqueState, effect: e.BouleDead) -> PetanqueState:
    dead = changed_boule(state, effect.boule, status="dead", reason=effect.reason, lying=effect.lying)
    return structs.replace(dead, order=without(dead.order, (effect.boule,)))


def _stays(state: PetanqueState, effect: Any) -> PetanqueState:
    return state


def _replayed(state: PetanqueState, effect: e.BouleReplayed) -> PetanqueState:
    """The boule is in the hand again, and the order of play remembers what it remembered before the throw."""
    boule = state.boule(effect.boule)
    if boule is None:
        return state
    side = boule.side
    back = 0 if boule.extra else 1
    players = tuple(
        structs.replace(p, hand=p.hand + back) if p.id == boule.player and p.hand is not None else p
        for p in state.players
    )
    return structs.replace(
        state,
        boules=tuple(b for b in state.boules if b.id != effect.boule),
        played=state.played.plus(side, -1),
        out_of_hand=state.out_of_hand.plus(side, -back),
        extra=state.extra.plus(side, back - 1),
        players=players,
        memory=state.memory_before,
        thrown=None,
        order=without(state.order, (effect.boule,)),
    )


def _disqualified(state: PetanqueState, effect: e.BouleDisqualified) -> PetanqueState:
    dead = changed_boule(state, effect.boule, status="dead", reason="disqualified", lying=False)
    return structs.replace(dead, order=without(dead.order, (effect.boule,)))


def _exchanged(state: PetanqueState, effect: e.BouleExchanged) -> PetanqueState:
    return changed_boule(state, effect.boule, player=effect.player)


def _replaced(state: PetanqueState, effect: e.BouleReplaced) -> PetanqueState:
    return changed_boule(state, effect.boule, status="lost", reason="lost") if effect.lost else state


def _moves_undone(state: PetanqueState, effect: e.MovesUndone) -> PetanqueState:
    """What was known of the nearness of the objects put back, and of those never moved, holds again."""
    put_back = (*state.put_back, *effect.objects)
    gone = {m.object for m in state.moved if m.object not in put_back} - {"thrown"}
    order = () if "jack" in gone else without(state.order_before, gone)
    undone = structs.replace(state, put_back=put_back, settled=(*state.settled, *effect.objects), order=order)
    if not effect.annulled:
        return undone
    head = state.memory.head if gone else state.memory_before.head
    return structs.replace(undone, thrown=None, memory=structs.replace(state.memory, head=head))


def _settled(state: PetanqueState, effect: e.PlaceSettled) -> PetanqueState:
    return structs.replace(state, settled=(*state.settled, *effect.objects))


def _played(state: PetanqueState, effect: e.BoulePlayed) -> PetanqueState:
    return played(state, effect.side, effect.player)


def _hand_lost(state: PetanqueState, effect: e.HandLost) -> PetanqueState:
    kinds = {"cancelled": state.cancelled, "disqualified": state.disqualified}
    gone = kinds[effect.how].plus(effect.side, effect.boules)
    players = tuple(
        structs.replace(p, hand=max(0, p.hand - effect.boules)) if p.id == effect.player and p.hand is not None else p
        for p in state.players
    )
    memory = state.memory
    if effect.turn_used:
        run = None if memory.run is None else memory.run + 1
        memory = structs.replace(memory, last=effect.side, run=run)
    used = state.cancelled_in_turn + (effect.boules if effect.how == "cancelled" and effect.turn_used else 0)
    return structs.replace(state, players=players, memory=memory, cancelled_in_turn=used, **{effect.how: gone})


def _barred(state: PetanqueState, effect: e.Barred) -> PetanqueState:
    left = state.hand(effect.side)
    boules = left if effect.boules is None else min(effect.boules, left)
    bar = Bar(side=effect.side, cause=effect.cause, boules=boules, player=effect.player)
    return structs.replace(state, bars=(*state.bars, bar))


def _unbarred(state: PetanqueState, effect: e.Unbarred) -> PetanqueState:
    bars = tuple(b for b in state.bars if (b.side, b.cause) != (effect.side, effect.cause))
    return structs.replace(state, bars=bars)


def _forgotten(state: PetanqueState, effect: e.OrderForgotten) -> PetanqueState:
    order = () if "jack" in effect.objects else without(state.order, effect.objects)
    return structs.replace(state, order=order, memory=structs.replace(state.memory, by=None))


def _pair(state: PetanqueState, effect: e.PairSaid) -> PetanqueState:
    word = Relation(effect.near, effect.far, effect.equal, effect.weight, effect.source)
    return structs.replace(state, order=with_words(state.order, (word,)))


def _head(state: PetanqueState, effect: e.HeadIs) -> PetanqueState:
    lain = state.memory.ever_live or effect.holds not in ("nobody", "unknown") or state.any_live()
    memory = structs.replace(state.memory, head=effect.holds, ever_live=lain, by=effect.by)
    return structs.replace(state, memory=memory)


def _opened(state: PetanqueState, effect: e.PairOpened) -> PetanqueState:
    return structs.replace(state, order=unsaid(state.order, effect.near, effect.far, e.UMPIRES_WORD - 1))


def _play_closed(state: PetanqueState, effect: e.PlayClosed) -> PetanqueState:
    return structs.replace(state, closed=True)


def _run(state: PetanqueState, effect: e.RunIs) -> PetanqueState:
    return structs.replace(state, memory=structs.replace(state.memory, run=effect.run))


def _turn(state: PetanqueState, effect: e.TurnIs) -> PetanqueState:
    turn = None if effect.does is None else Turn(
        side=effect.side, does=effect.does, clauses=effect.clauses, ruled=effect.ruled
    )
    return structs.replace(state, turn=turn)


def _phase(state: PetanqueState, effect: e.PhaseIs) -> PetanqueState:
    return structs.replace(state, phase=effect.phase)


def _proposed(state: PetanqueState, effect: e.EndProposed) -> PetanqueState:
    return structs.replace(state, proposed=(effect.side, effect.points))


def _end_over(state: PetanqueState, effect: e.EndOver) -> PetanqueState:
    players = tuple(
        structs.replace(p, plays=(p.present and not p.out and not p.away), hand=None, medical=p.medical and p.away)
        for p in state.players
    )
    later = state.ends_after_time + 1 if state.time_up else 0
    return structs.replace(
        state,
        ends_completed=state.ends_completed + 1,
        phase="agreed",
        players=players,
        proposed=None,
        closed=False,
        bars=(),
        ends_after_time=later,
    )


def _scored(state: PetanqueState, effect: e.Scored) -> PetanqueState:
    line = Points(kind=effect.kind, side=effect.side, points=effect.points, end=max(1, state.end))
    owner = effect.side if effect.kind == "end" and effect.points > 0 else state.owner
    return structs.replace(state, score_log=(*state.score_log, line), owner=owner)


def _won(state: PetanqueState, effect: e.GameWon) -> PetanqueState:
    phase = "over" if effect.final else "result"
    return structs.replace(state, winner=effect.side, won_by=effect.how, phase=phase, turn=None)


def _over(state: PetanqueState, effect: e.GameOver) -> PetanqueState:
    return structs.replace(state, phase="over", turn=None)


def _offence(state: PetanqueState, effect: e.OffenceNoted) -> PetanqueState:
    seen = Seen(
        offence=effect.offence,
        side=effect.side,
        player=effect.player,
        end=state.end,
        seq=state.moment.seq,
        warned=effect.warned,
        boule=effect.boule,
    )
    return structs.replace(state, offences=(*state.offences, seen))


def _warned(state: PetanqueState, effect: e.OffenderWarned) -> PetanqueState:
    """The latest such breach of this player, or of this side where no player was noted, has been warned."""
    ours = [s for s in state.offences if s.offence == effect.offence and effect.person in (s.player, s.side)]
    offences = tuple(structs.replace(s, warned=True) if ours and s is ours[-1] else s for s in state.offences)
    return structs.replace(state, offences=offences)


def _card(state: PetanqueState, effect: e.CardGiven) -> PetanqueState:
    card = Card(
        player=effect.player,
        side=effect.side,
        card=effect.card,
        offence=effect.offence,
        end=state.end,
        seq=state.moment.seq,
    )
    return structs.replace(state, cards=(*state.cards, card))


def _wrong_boule(state: PetanqueState, effect: e.WrongBouleNoted) -> PetanqueState:
    return structs.replace(state, wrong_boules=(*state.wrong_boules, effect.player))


def changed_player(state: PetanqueState, id: str, **changes: Any) -> PetanqueState:
    """The state with one player changed."""
    players = tuple(structs.replace(p, **changes) if p.id == id else p for p in state.players)
    return structs.replace(state, players=players)


def _player_out(state: PetanqueState, effect: e.PlayerOut) -> PetanqueState:
    out = changed_player(state, effect.player, out=True, plays=False, out_why=effect.why)
    if not state.side_players(effect.side):
        out = structs.replace(out, short=out.short.plus(effect.side, 1))
    if effect.scope == "competition":
        return structs.replace(out, out_of_competition=(*out.out_of_competition, effect.player))
    return out


def _team_out(state: PetanqueState, effect: e.TeamOut) -> PetanqueState:
    players = tuple(structs.replace(p, out=True, plays=False) if p.side == effect.side else p for p in state.players)
    out = structs.replace(state, players=players)
    if effect.scope == "competition":
        return structs.replace(out, out_of_competition=(*out.out_of_competition, effect.side))
    return out


def _joins(state: PetanqueState, effect: e.PlayerJoins) -> PetanqueState:
    joined = changed_player(state, effect.player, present=True, plays=effect.now)
    player = joined.player(effect.player)
    if player is None or not effect.boules:
        return joined
    joined = structs.replace(joined, allotted=joined.allotted.plus(player.side, effect.boules))
    return changed_player(joined, effect.player, hand=effect.boules)


def _swapped(state: PetanqueState, effect: e.PlayerSwapped) -> PetanqueState:
    players = tuple(
        structs.replace(p, id=effect.by, replaced=True) if p.id == effect.player else p for p in state.players
    )
    return structs.replace(state, players=players)


def _late(state: PetanqueState, effect: e.TeamLate) -> PetanqueState:
    return structs.replace(state, late=(*state.late, effect.side))


def _owes(state: PetanqueState, effect: e.PlayerOwes) -> PetanqueState:
    player = state.player(effect.player)
    if player is not None:
        return changed_player(state, effect.player, owes=player.owes + effect.boules)
    side = next((s for s in SIDES if effect.player.startswith(s)), SIDES[0])
    return structs.replace(state, owed=state.owed.plus(side, effect.boules))


def _clock_runs(state: PetanqueState, effect: e.ClockRuns) -> PetanqueState:
    clock = Clock(
        clock=effect.clock, side=effect.side, player=effect.player, since_ms=effect.since_ms, limit_ms=effect.limit_ms
    )
    return structs.replace(state, clocks=(*(c for c in state.clocks if c.clock != effect.clock), clock))


def _clock_stops(state: PetanqueState, effect: e.ClockStops) -> PetanqueState:
    return structs.replace(state, clocks=tuple(c for c in state.clocks if c.clock != effect.clock))


def _clock_waits(state: PetanqueState, effect: e.ClockWaits) -> PetanqueState:
    at = state.moment.at_ms
    clocks = tuple(structs.replace(c, paused=True, paused_at_ms=at) if c.clock == effect.clock else c for c in state.clocks)
    return structs.replace(state, clocks=clocks)


def _clock_goes_on(state: PetanqueState, effect: e.ClockGoesOn) -> PetanqueState:
    clocks = tuple(_going_on(c, state.moment.at_ms) if c.clock == effect.clock and c.paused else c for c in state.clocks)
    return structs.replace(state, clocks=clocks)


def _going_on(clock: Clock, at_ms: int | None) -> Clock:
    """The time of the pause does not count; where it is not known, neither is when the clock began."""
    known = clock.since_ms is not None and clock.paused_at_ms is not None and at_ms is not None
    since = clock.since_ms + at_ms - clock.paused_at_ms if known else None  # type: ignore[operator]
    return structs.replace(clock, paused=False, paused_at_ms=None, since_ms=since)


def _complaint(state: PetanqueState, effect: e.ComplaintHeard) -> PetanqueState:
    made = Complaint(side=effect.side, about=effect.about_what, held=effect.held, ends=state.ends_completed)
    return structs.replace(state, complaints=(*state.complaints, made))


def _complaints_due(state: PetanqueState, effect: e.ComplaintsDue) -> PetanqueState:
    ends = state.ends_completed
    due = tuple(structs.replace(c, held=False, ends=ends) if c.held else c for c in state.complaints)
    return structs.replace(state, complaints=due)


def _complaint_closed(state: PetanqueState, effect: e.ComplaintClosed) -> PetanqueState:
    left = tuple(c for c in state.complaints if (c.side, c.about) != (effect.side, effect.about_what))
    return structs.replace(state, complaints=left)


def _contest(state: PetanqueState, effect: e.ContestOpened) -> PetanqueState:
    return _jack(state, contested_by=effect.side, contested_for=effect.reason)


def _contest_closed(state: PetanqueState, effect: e.ContestClosed) -> PetanqueState:
    return _jack(state, contested_by=None, contested_for=None, recognised_bad=())


def _sight_ruled(state: PetanqueState, effect: e.SightRuled) -> PetanqueState:
    return _jack(state, sight_ruled=True)


def _recognised(state: PetanqueState, effect: e.ThrowRecognised) -> PetanqueState:
    return _jack(state, recognised_bad=(*state.jack.recognised_bad, effect.by))


def _lifted(state: PetanqueState, effect: e.Lifted) -> PetanqueState:
    return structs.replace(state, temp_removed=(*state.temp_removed, *effect.objects))


def _put_back(state: PetanqueState, effect: e.PutBack) -> PetanqueState:
    left = tuple(o for o in state.temp_removed if effect.objects and o not in effect.objects)
    return structs.replace(state, temp_removed=left)


def _circle_chosen(state: PetanqueState, effect: e.CircleChosen) -> PetanqueState:
    return structs.replace(state, circle_of=effect.side)


def _on_terrain(state: PetanqueState, effect: e.OnTerrain) -> PetanqueState:
    return structs.replace(state, terrain=effect.terrain)


def _registered(state: PetanqueState, effect: e.Registered) -> PetanqueState:
    others = tuple(p for p in state.unlicensed if p != effect.player)
    return structs.replace(state, unlicensed=others if effect.shown else (*others, effect.player))


def _next_circle(state: PetanqueState, effect: e.NextCircle) -> PetanqueState:
    return structs.replace(state, next_circle=effect.at)


def _foreign_game(state: PetanqueState, effect: e.ForeignGame) -> PetanqueState:
    return structs.replace(state, waiting_for_foreign_game=effect.waits)


def _pause(state: PetanqueState, effect: e.Paused) -> PetanqueState:
    if effect.suspended:
        return structs.replace(state, phase="suspended", before_pause=state.phase)
    return structs.replace(state, phase=state.before_pause or "play", before_pause=None)


def _time_up(state: PetanqueState, effect: e.TimeUp) -> PetanqueState:
    return structs.replace(state, time_up=True, ends_after_time=1 if effect.between else 0)


def boules_of(state: PetanqueState, side: Side) -> tuple[Boule, ...]:
    """The side's boules played in this end."""
    return tuple(b for b in state.boules if b.side == side)


CHANGES: dict[type, Apply] = {
    e.JackGood: _good,
    e.JackInvalid: _invalid,
    e.JackRethrown: _rethrown,
    e.JackHandedOver: _handed_over,
    e.JackLocked: _locked,
    e.JackDead: _dead,
    e.JackLive: _alive,
    e.JackStays: _jack_stays,
    e.JackRestored: _restored,
    e.BouleLive: _boule_live,
    e.BouleDead: _boule_dead,
    e.BouleStays: _stays,
    e.BouleRestored: _boule_live,
    e.BouleReplayed: _replayed,
    e.BouleDisqualified: _disqualified,
    e.BouleRevived: _boule_live,
    e.BouleExchanged: _exchanged,
    e.BouleReplaced: _replaced,
    e.MovesUndone: _moves_undone,
    e.PlaceSettled: _settled,
    e.BoulePlayed: _played,
    e.HandLost: _hand_lost,
    e.Barred: _barred,
    e.Unbarred: _unbarred,
    e.OrderForgotten: _forgotten,
    e.PairSaid: _pair,
    e.PairOpened: _opened,
    e.PlayClosed: _play_closed,
    e.HeadIs: _head,
    e.RunIs: _run,
    e.TurnIs: _turn,
    e.PhaseIs: _phase,
    e.EndProposed: _proposed,
    e.EndOver: _end_over,
    e.Scored: _scored,
    e.GameWon: _won,
    e.GameOver: _over,
    e.OffenceNoted: _offence,
    e.OffenderWarned: _warned,
    e.CardGiven: _card,
    e.WrongBouleNoted: _wrong_boule,
    e.PlayerOut: _player_out,
    e.TeamOut: _team_out,
    e.PlayerJoins: _joins,
    e.PlayerSwapped: _swapped,
    e.TeamLate: _late,
    e.PlayerOwes: _owes,
    e.ClockRuns: _clock_runs,
    e.ClockStops: _clock_stops,
    e.ClockWaits: _clock_waits,
    e.ClockGoesOn: _clock_goes_on,
    e.ComplaintHeard: _complaint,
    e.ComplaintsDue: _complaints_due,
    e.ComplaintClosed: _complaint_closed,
    e.Rejected: _stays,
    e.CircleRestored: _stays,
    e.CircleChosen: _circle_chosen,
    e.OnTerrain: _on_terrain,
    e.Registered: _registered,
    e.NextCircle: _next_circle,
    e.ContestOpened: _contest,
    e.ContestClosed: _contest_closed,
    e.SightRuled: _sight_ruled,
    e.ThrowRecognised: _recognised,
    e.Lifted: _lifted,
    e.PutBack: _put_back,
    e.ForeignGame: _foreign_game,
    e.Paused: _pause,
    e.TimeUp: _time_up,
    e.Recorded: _stays,
}
