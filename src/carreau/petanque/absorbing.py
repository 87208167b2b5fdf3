"""What a fact itself changes: a boule has left the hand, an object has moved. No rule stands here."""

from collections.abc import Callable
from typing import Any

from msgspec import structs

from carreau.core.facts import SIDES, Side, other
from carreau.core.nearness import in_order
from carreau.core.rulebook import Rulebook
from carreau.petanque import facts as f
from carreau.petanque.setup import GameSetUp, Player
from carreau.petanque.state import Boule, BySide, Circle, Clock, Jack, Memory, PetanqueState, PlayerNow, Points
from carreau.petanque.thrown import jack_hit, played, thrown

Absorb = Callable[[Rulebook, PetanqueState, Any], PetanqueState]


def start(book: Rulebook, setup: Any) -> PetanqueState:
    """The state before anything has happened."""
    return PetanqueState(setup=setup)


def absorb(book: Rulebook, state: Any, fact: Any) -> PetanqueState:
    """The state with what the fact says, before any ruling."""
    kind = type(fact)
    if kind in RULED and state.moment.by in OFFICIALS:
        state = structs.replace(state, rulings_by_umpire=state.rulings_by_umpire + 1)
    change = CHANGES.get(kind)
    return change(book, state, fact) if change else state


OFFICIALS = ("umpire", "jury")
RULED = frozenset(
    {f.Ruled, f.CardShown, f.HeadStated, f.PointMeasured, f.ContestSettled, f.ComplaintSettled, f.JackAgreedBad}
)


def boules_each(book: Rulebook, setup: GameSetUp) -> int:
    """How many boules a player of this format plays."""
    return setup.boules_each or book.limit(f"format.{setup.format}_boules")


def allotment(book: Rulebook, state: PetanqueState) -> BySide:
    """The boules of each side in a new end: those of the players who take part, or of a full team if none are noted."""
    each = boules_each(book, state.setup)
    full = book.limit(f"format.{state.setup.format}_players")

    def of(side: Side) -> int:
        team = state.side_players(side)
        return each * (sum(p.plays and not p.out for p in team) if team else max(0, full - state.short.of(side)))

    return BySide(of("A"), of("B"))


def _set_up(book: Rulebook, state: PetanqueState, fact: GameSetUp) -> PetanqueState:
    players = tuple(_player(side, p) for side in SIDES if side in fact.sides for p in fact.sides[side].players)
    return structs.replace(state, setup=fact, phase="draw", players=players, terrain=fact.terrain.id)


def _player(side: Side, player: Player) -> PlayerNow:
    return PlayerNow(
        id=player.id,
        side=side,
        present=player.present,
        plays=player.present,
        exemption=player.exemption,
        age=player.age,
        cards_before=player.cards,
    )


def _drawn(book: Rulebook, state: PetanqueState, fact: f.DrawWon) -> PetanqueState:
    return structs.replace(state, draw=fact.side, owner=state.owner or fact.side, phase="circle")


def new_end(book: Rulebook, state: PetanqueState) -> PetanqueState:
    """The next end begins: boules in hand again, nothing on the ground."""
    if state.phase not in ("draw", "circle", "agreed") or (
        state.phase == "circle" and state.end > state.ends_completed
    ):
        return state
    each = boules_each(book, state.setup)
    players = tuple(structs.replace(p, hand=each if p.plays and not p.out else 0, cancelled=0) for p in state.players)
    return structs.replace(
        state,
        end=state.ends_completed + 1,
        phase="circle",
        opener=state.owner,
        jack=Jack(),
        circle=Circle(),
        boules=(),
        thrown=None,
        allotted=allotment(book, state),
        played=BySide(),
        out_of_hand=BySide(),
        cancelled=BySide(),
        disqualified=BySide(),
        extra=BySide(),
        bars=(),
        players=players,
        noted=tuple(side for side in SIDES if any(p.side == side for p in players)),
        memory=Memory(),
        memory_before=Memory(),
        order=(),
        order_before=(),
        moved=(),
        put_back=(),
        settled=(),
        temp_removed=(),
        measuring=None,
        measured=(),
        closed=False,
        proposed=None,
        waiting_for_foreign_game=False,
        next_circle=None,
        released_ms=None,
        cancelled_in_turn=0,
    )


def _circle(book: Rulebook, state: PetanqueState, fact: f.CirclePlaced) -> PetanqueState:
    began = new_end(book, state)
    circle = Circle(
        placed=True,
        placed_by=fact.side,
        drawn_by=fact.player,
        kind=fact.circle,
        marked=fact.marked,
        diameter_mm=fact.diameter_mm,
        obstacle_gap_mm=fact.obstacle_gap_mm,
        boundary_gap_mm=fact.boundary_gap_mm,
        other_gap_mm=fact.other_gap_mm,
        longest_mm=None if fact.longest_mm is None else fact.longest_mm + (fact.moved_back_mm or 0),
        elsewhere_possible=fact.elsewhere_possible,
        moved_back=bool(fact.moved_back_mm),
    )
    return structs.replace(began, circle=circle, phase="jack")


def _jack_thrown(book: Rulebook, state: PetanqueState, fact: f.JackThrown) -> PetanqueState:
    began = new_end(book, state)
    jack = structs.replace(
        _lying(began.jack, fact), status="thrown", thrown_by=fact.side, attempts=began.jack.attempts + 1, placed_by=None
    )
    started = began.game_started_ms if began.game_started else began.moment.at_ms
    return structs.replace(began, jack=jack, phase="jack", game_started=True, game_started_ms=started, released_ms=None)


def _jack_placed(book: Rulebook, state: PetanqueState, fact: f.JackPlaced) -> PetanqueState:
    jack = structs.replace(_lying(state.jack, fact), status="thrown", placed_by=fact.side)
    moved = bool(fact.circle_moved_back_mm) or state.circle.moved_back
    return structs.replace(state, jack=jack, circle=structs.replace(state.circle, moved_back=moved))


def _lying(jack: Jack, fact: f.JackLies) -> Jack:
    return structs.replace(jack, range_mm=fact.range_mm, visible=fact.visible, marked=fact.marked, reason=None)


def _boule_thrown(book: Rulebook, state: PetanqueState, fact: f.BouleThrown) -> PetanqueState:
    turn_over = state.released_ms is not None or state.cancelled_in_turn
    return thrown(structs.replace(state, released_ms=None, cancelled_in_turn=0) if turn_over else state, fact)


def _released(book: Rulebook, state: PetanqueState, fact: f.Released) -> PetanqueState:
    return structs.replace(state, released_ms=fact.elapsed_ms)


def _dropped(book: Rulebook, state: PetanqueState, fact: f.BouleDropped) -> PetanqueState:
    """A boule that slipped during the throw has been played; the legality stage says what that means."""
    return played(state, fact.side, fact.player) if fact.throwing else state


def _removed(book: Rulebook, state: PetanqueState, fact: f.BouleRemoved) -> PetanqueState:
    return _lying_about(state, fact.boule, False)


def _found_lying(book: Rulebook, state: PetanqueState, fact: f.BouleFoundLying) -> PetanqueState:
    return _lying_about(state, fact.boule, True)


def _lying_about(state: PetanqueState, id: str, lying: bool) -> PetanqueState:
    boules = tuple(structs.replace(b, lying=lying) if b.id == id and not b.live else b for b in state.boules)
    return structs.replace(state, boules=boules)


def _object_moved(book: Rulebook, state: PetanqueState, fact: f.ObjectMoved) -> PetanqueState:
    lies = fact.jack_lies
    return structs.replace(state, jack=jack_hit(state.jack, lies)) if lies else state


def _measuring(book: Rulebook, state: PetanqueState, fact: f.MeasuringBegun) -> PetanqueState:
    who = "umpire" if fact.umpire else (fact.side or "both")
    return structs.replace(state, measuring=who, measured=(*state.measured, who))


def _pair_measured(book: Rulebook, state: PetanqueState, fact: f.PointMeasured) -> PetanqueState:
    if fact.side is None or fact.side == state.measuring:
        return state
    return structs.replace(state, measured=(*state.measured, fact.side))


def _measured(book: Rulebook, state: PetanqueState, fact: f.MeasuringEnded) -> PetanqueState:
    return structs.replace(state, measuring=None)


def _counted(book: Rulebook, state: PetanqueState, fact: f.EndCounted) -> PetanqueState:
    """Points without a throw noted: at ends level the end begins and is over in one fact."""
    return new_end(book, state)


def _signal(book: Rulebook, state: PetanqueState, fact: f.SignalGiven) -> PetanqueState:
    at = fact.happened_ms if fact.happened_ms is not None else state.moment.at_ms
    match fact.what:
        case "announcement":
            return structs.replace(state, announced_ms=at, arrived=(), late=(), restarted=False)
        case "competition":
            return structs.replace(state, competition_started=True)
        case "games":
            return structs.replace(state, games_start_ms=at)
        case "restart":
            return structs.replace(state, games_start_ms=at, announced_ms=at, arrived=(), late=(), restarted=True)
        case "game":
            return structs.replace(state, game_signalled=True, game_signal_ms=at)
        case _:
            return state


def _came(book: Rulebook, state: PetanqueState, fact: f.PlayersCame) -> PetanqueState:
    came = fact.players or tuple(p.id for p in state.side_players(fact.side))
    arrived = state.arrived if fact.side in state.arrived else (*state.arrived, fact.side)
    return structs.replace(_players(state, came, present=True), arrived=arrived)


def _left(book: Rulebook, state: PetanqueState, fact: f.PlayerLeft) -> PetanqueState:
    return _players(
        state, (fact.player,), away=True, away_ms=state.moment.at_ms, leave=fact.leave, medical=fact.medical
    )


def _back(book: Rulebook, state: PetanqueState, fact: f.PlayerBack) -> PetanqueState:
    return _players(state, (fact.player,), away=False)


def _players(state: PetanqueState, ids: tuple[str, ...], **changes: Any) -> PetanqueState:
    players = tuple(structs.replace(p, **changes) if p.id in ids else p for p in state.players)
    return structs.replace(state, players=players)


def _terrain(book: Rulebook, state: PetanqueState, fact: f.TerrainChosen) -> PetanqueState:
    return structs.replace(state, terrain=fact.terrain)


def _clock(book: Rulebook, state: PetanqueState, fact: f.ClockStarted) -> PetanqueState:
    since = fact.happened_ms if fact.happened_ms is not None else state.moment.at_ms
    clock = Clock(clock=fact.clock, side=fact.side, player=fact.player, since_ms=since)
    return structs.replace(state, clocks=(*(c for c in state.clocks if c.clock != fact.clock), clock))


def _paused(book: Rulebook, state: PetanqueState, fact: f.ClockPaused) -> PetanqueState:
    at = state.moment.at_ms
    clocks = tuple(
        structs.replace(c, paused=True, paused_at_ms=at) if c.clock == fact.clock else c for c in state.clocks
    )
    return structs.replace(state, clocks=clocks)


def _position(book: Rulebook, state: PetanqueState, fact: f.PositionStated) -> PetanqueState:
    """The end as somebody states it, whatever was on record of it before."""
    end = fact.end or state.end or 1
    completed = fact.ends_completed if fact.ends_completed is not None else end - 1
    fresh = new_end(book, structs.replace(state, phase="agreed", ends_completed=completed, options=(), settling=None))
    fresh = structs.replace(fresh, end=end, opener=fact.opener or state.owner, owner=fact.opener or state.owner)
    fresh = structs.replace(fresh, draw=state.draw or fact.opener, game_started=True)
    fresh = _hands_stated(fresh, fact)
    return structs.replace(
        fresh,
        phase=_phase_stated(fresh, fact),
        jack=_jack_stated(fresh, fact),
        boules=_boules_stated(fact),
        order=in_order(fact.order),
        memory=_memory_stated(fact),
        memory_before=_memory_stated(fact),
        score_log=_score_stated(state, fact, end),
    )


def _hands_stated(state: PetanqueState, fact: f.PositionStated) -> PetanqueState:
    """Boules in hand as said, else what is left after those on the ground."""
    hands = {side: n for side in SIDES if (n := hand_stated(fact, side)) is not None}
    lying = {side: len(_on_the_ground(fact, side)) for side in SIDES}
    numbers = {side: max((int(id.split(".")[1]) for id in _on_the_ground(fact, side)), default=0) for side in SIDES}
    left = {s: state.allotted.of(s) - hands[s] if s in hands else numbers[s] for s in SIDES}
    gone = BySide(*(max(lying[s], left[s], 0) for s in SIDES))
    players = tuple(structs.replace(p, hand=fact.hands.get(p.id, None if hands else p.hand)) for p in state.players)
    return structs.replace(
        state,
        allotted=BySide(*(max(state.allotted.of(s), gone.of(s) + hands.get(s, 0)) for s in SIDES)),
        played=BySide(*(max(gone.of(s), numbers[s]) for s in SIDES)),
        out_of_hand=gone,
        players=players,
        noted=tuple(s for s in SIDES if _all_noted(players, s)),
    )


def hand_stated(fact: f.PositionStated, side: Side) -> int | None:
    """How many boules a side has in hand as somebody states it: for the side, or for its players."""
    own = [n for player, n in fact.hands.items() if player.startswith(side)]
    return fact.in_hand.get(side, sum(own) if own else None)


def _on_the_ground(fact: f.PositionStated, side: Side) -> set[str]:
    return {id for id in (*fact.boules, *fact.dead) if id.startswith(side)}


def _all_noted(players: tuple[PlayerNow, ...], side: Side) -> bool:
    hands = [p.hand for p in players if p.side == side]
    return bool(hands) and None not in hands


def _boules_stated(fact: f.PositionStated) -> tuple[Boule, ...]:
    live = tuple(_stated(b) for b in fact.boules if b not in fact.dead)
    return (*live, *(_stated(b, "dead", "not_noted") for b in fact.dead))


def _stated(id: str, status: Any = "live", reason: str | None = None) -> Boule:
    side: Side = "A" if id.startswith("A") else "B"
    return Boule(id=id, side=side, status=status, reason=reason, lying=status == "dead")


def _memory_stated(fact: f.PositionStated) -> Memory:
    head = fact.head or ("unknown" if fact.boules else "nobody")
    lain = (
        fact.boule_has_lain if fact.boule_has_lain is not None else (bool(fact.boules) or head in ("A", "B", "equal"))
    )
    null_since = 0 if fact.run is None else fact.run
    run = null_since if head == "equal" or (head == "nobody" and lain) else None
    return Memory(last=fact.last, ever_live=lain, run=run, head=head)


def _jack_stated(state: PetanqueState, fact: f.PositionStated) -> Jack:
    thrower = fact.thrown_by or state.opener
    known = {
        "in_hand": "in_hand",
        "open": "open",
        "locked": "locked",
        "placed": "open",
        "dead": "dead",
        "invalid": "invalid",
    }
    status: Any = known[fact.jack or "locked"]
    placer = other(thrower) if fact.jack == "placed" and thrower else None
    reason = "stated" if status == "dead" else None
    return Jack(status=status, thrown_by=thrower, placed_by=placer, marked=fact.jack_marked, reason=reason)


def _phase_stated(state: PetanqueState, fact: f.PositionStated) -> Any:
    if fact.jack in ("in_hand", "invalid"):
        return "jack"
    done = fact.jack == "dead" or state.both_empty
    return "count" if done else "play"


def _score_stated(state: PetanqueState, fact: f.PositionStated, end: int) -> tuple[Points, ...]:
    if not fact.score:
        return state.score_log
    return tuple(Points(kind="stated", side=s, points=n, end=end) for s, n in sorted(fact.score.items()))


CHANGES: dict[type, Absorb] = {
    GameSetUp: _set_up,
    f.DrawWon: _drawn,
    f.CirclePlaced: _circle,
    f.JackThrown: _jack_thrown,
    f.JackPlaced: _jack_placed,
    f.BouleThrown: _boule_thrown,
    f.BouleDropped: _dropped,
    f.ObjectMoved: _object_moved,
    f.BouleRemoved: _removed,
    f.BouleFoundLying: _found_lying,
    f.MeasuringBegun: _measuring,
    f.MeasuringEnded: _measured,
    f.PointMeasured: _pair_measured,
    f.EndCounted: _counted,
    f.SignalGiven: _signal,
    f.Released: _released,
    f.PlayersCame: _came,
    f.PlayerLeft: _left,
    f.PlayerBack: _back,
    f.TerrainChosen: _terrain,
    f.ClockStarted: _clock,
    f.ClockPaused: _paused,
    f.PositionStated: _position,
}
