"""The jack at rest that something moves, the jack on another terrain, and the struck jack that somebody stops."""

from collections.abc import Iterator

from carreau.core.bench import Bench
from carreau.core.decision import decision
from carreau.core.facts import Chosen, Placed, Side, other
from carreau.core.judging import Answer
from carreau.core.ruling import Effect, Ruling
from carreau.petanque import facts as f
from carreau.petanque.boule_stopped import side_of
from carreau.petanque.dead_jack import at_stake
from carreau.petanque.effects import (
    ClockGoesOn,
    ClockWaits,
    ForeignGame,
    GameWon,
    JackLive,
    JackRestored,
    JackStays,
    MovesUndone,
    OrderForgotten,
    PlaceSettled,
    TeamOut,
)
from carreau.petanque.jack_deaths import out_of_range, went_out_before
from carreau.petanque.state import PetanqueState

Rulings = Iterator[Ruling]
So = tuple[Ruling, ...]

ON_THE_GROUND = ("play", "count")


# --- the jack at rest ------------------------------------------------------------------------------


@decision("door", on=f.ObjectMoved, needs=("jack_lies",))
def jack_is_there(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.ObjectMoved, so_far: So) -> Rulings:
    """Only a jack that lies on the ground, alive, is moved there."""
    if fact.object == "jack" and (was.phase not in ON_THE_GROUND or not was.jack.live):
        yield book.refuse("refused.no_jack_to_move", status=was.jack.status, end=was.end)


@decision("door", on=f.BouleThrown, needs=("moved",))
def named_once(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.BouleThrown, so_far: So) -> Rulings:
    """Each object that a throw moved is named once."""
    names = [moved.object for moved in fact.moved]
    if twice := sorted({name for name in names if names.count(name) > 1}):
        yield book.refuse("refused.named_twice", object=twice[0])


STAYS: tuple[Effect, ...] = (JackStays(), OrderForgotten(("jack",)))


@decision(
    "interference",
    on=f.ObjectMoved,
    cites=("jack_moved.restored", "jack_moved.wind_slope", "jack_moved.by_boule", "complaint.unmarked"),
    needs=("jack_lies",),
)
def resting_jack_moved(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.ObjectMoved, so_far: So) -> Rulings:
    """A resting jack that anything but a boule of this game moves goes back to its mark; without a mark it stays."""
    if fact.by == "boule":
        yield book.rule("jack.stays", *STAYS, "jack_moved.by_boule", reason="boule")
    elif now.jack.marked:
        kicked = fact.by == "player" and fact.on_purpose
        yield from _kicked(book, fact) if kicked else _back(book, "marked", _clause(book, fact))
    elif fact.agreed and book.reading("A25") == "agreed_place":
        yield from _back(book, "agreed", _clause(book, fact))
    else:
        clause = "complaint.unmarked" if book.has(BY_NATURE) else "jack_moved.restored"
        yield book.rule("jack.stays", *STAYS, clause, reason="unmarked")


BY_NATURE = "jack_moved.wind_slope"  # where wind and slope have a clause of their own, and the marks another


def _clause(book: Bench, fact: f.ObjectMoved) -> str:
    """The clause that puts the jack back: that of nature, where the text parts it from that of accidents."""
    return BY_NATURE if fact.by in ("wind", "slope") and book.has(BY_NATURE) else "jack_moved.restored"


def _back(book: Bench, why: str, clause: str = "jack_moved.restored") -> Rulings:
    yield book.rule("jack.restored", JackRestored(), clause, reason=why)


def _kicked(book: Bench, fact: f.ObjectMoved) -> Rulings:
    """The text speaks of accidents; what a kick on purpose does to the jack is for the umpire."""
    match book.settled("C50"):
        case None:
            yield book.ask_umpire("jack_kicked", "C50", "jack_moved.restored", about="jack", player=fact.player)
        case "put_back":
            yield from _back(book, "marked")
        case _:
            yield book.rule("jack.stays", *STAYS, "jack_moved.restored", reason="kicked")


@decision("interference", on=Chosen, answers=("jack_kicked",), cites=("jack_moved.restored",))
def kick_settled(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The umpire says whether a jack kicked away on purpose goes back to its mark."""
    book.reading("C50")
    if answer.choice == "put_back":
        yield from _back(book, "marked")
    else:
        yield book.rule("jack.stays", *STAYS, "jack_moved.restored", reason="kicked")


# --- the jack on another terrain -------------------------------------------------------------------


@decision("door", on=f.ForeignGameWaits)
def other_game_plays(
    book: Bench, was: PetanqueState, now: PetanqueState, fact: f.ForeignGameWaits, so_far: So
) -> Rulings:
    """Another game is waited for while an end is played, and is over only if it was waited for."""
    if was.phase not in ON_THE_GROUND:
        yield book.refuse("refused.no_end_to_wait_in", phase=was.phase)
    elif fact.over and not was.waiting_for_foreign_game:
        yield book.refuse("refused.not_waiting")


@decision("interference", on=f.ForeignGameWaits, cites=("foreign_terrain.wait",))
def wait_for_others(
    book: Bench, was: PetanqueState, now: PetanqueState, fact: f.ForeignGameWaits, so_far: So
) -> Rulings:
    """The players wait, if there is room, until the other game has finished its end, and the minute waits with them."""
    if fact.over:
        yield from _game_goes_on(book)
    elif fact.room:
        yield from _waits(book)
    else:
        yield book.ask("no_room_to_wait", "umpire", ["wait", "play_on"], "foreign_terrain.wait")


def _clocks(book: Bench) -> tuple[str, ...]:
    return {"minute_only": ("boule",), "minute_and_game": ("boule", "game")}.get(book.reading("A58"), ())


def _waits(book: Bench) -> Rulings:
    clocks = _clocks(book)
    stopped = tuple(ClockWaits(clock) for clock in clocks)
    yield book.rule("foreign_game.wait", ForeignGame(True), *stopped, "foreign_terrain.wait", clocks=len(clocks))


def _game_goes_on(book: Bench) -> Rulings:
    running = tuple(ClockGoesOn(clock) for clock in _clocks(book))
    yield book.rule("foreign_game.over", ForeignGame(False), *running, "foreign_terrain.wait")


@decision("interference", on=Chosen, answers=("no_room_to_wait",), cites=("foreign_terrain.wait",))
def room_settled(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """Without room to wait the umpire says which game goes on."""
    if answer.choice == "wait":
        yield from _waits(book)
    else:
        yield book.rule("foreign_game.play_on", ForeignGame(False), "foreign_terrain.wait")


@decision("fact", on=f.BouleThrown, cites=("foreign_terrain.wait",), during=("waiting_for_foreign_game",))
def did_not_wait(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.BouleThrown, so_far: So) -> Rulings:
    """Who plays before the other game's end is over has not waited; the text attaches nothing to it."""
    running = tuple(ClockGoesOn(clock) for clock in _clocks(book))
    yield book.rule("foreign_game.not_waited", ForeignGame(False), *running, "foreign_terrain.wait", side=fact.side)


# --- the struck jack that somebody stops -----------------------------------------------------------


STOPPED = (
    "jack_stopped.neutral", "jack_stopped.player", "jack_stopped.needs_mark", "jack_stopped.unmarked",
    "boule_stopped.on_purpose",
)  # fmt: skip


@decision("interference", on=f.BouleThrown, cites=STOPPED, needs=("jack_lies.stopped",))
def moving_jack_stopped(
    book: Bench, was: PetanqueState, now: PetanqueState, fact: f.BouleThrown, so_far: So
) -> Rulings:
    """Stopped by a spectator or the umpire the jack stays; stopped by a player it is for his opponents to choose."""
    moved = at_stake(now, fact, so_far)
    if moved is None or moved.stopped is None or moved.dead or went_out_before(moved):
        return
    match moved.stopped.by:
        case "umpire" | "spectator":
            yield book.rule("jack.stays", JackStays(), "jack_stopped.neutral", reason="neutral")
        case "player" if (side := side_of(now, moved.stopped)) is not None:
            yield from _stopped_by_player(book, now, moved.stopped, side)
        case thing if thing != "fixed":
            yield from _stopped_by_thing(book, now)


def _stopped_by_player(book: Bench, now: PetanqueState, stopped: f.Stopped, side: Side) -> Rulings:
    if not stopped.on_purpose:
        yield from _offered(book, now, other(side))
        return
    match book.settled("A20"):
        case None:
            yield book.ask_umpire("jack_stopped_on_purpose", "A20", "jack_stopped.player", about="jack", stopper=side)
        case "side_loses_game":
            yield from _lost(book, side)
        case _:
            yield from _offered(book, now, other(side))


def _offered(book: Bench, now: PetanqueState, side: Side) -> Rulings:
    """The choice of the opponents; without a mark there is nothing to choose."""
    if now.jack.marked:
        choices = ("leave", "restore", "line")
        yield book.ask("jack_stopped", side, choices, "jack_stopped.player", default="leave", about="jack")
    else:
        clauses = ("jack_stopped.needs_mark", "jack_stopped.unmarked")
        yield book.rule("jack.stays", JackStays(), *clauses, reason="no_choice", side=side)


def _lost(book: Bench, side: Side) -> Rulings:
    won = GameWon(other(side), "disqualified", final=True)
    yield book.rule("jack.stopped_game_lost", TeamOut(side, "game"), won, "boule_stopped.on_purpose", side=side)


@decision("interference", on=Chosen, answers=("jack_stopped_on_purpose",), cites=STOPPED)
def purpose_settled(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The sanction for stopping on purpose is printed for boules; for the jack the umpire says what follows."""
    book.reading("A20")
    side: Side = "A" if answer.option.slots["stopper"] == "A" else "B"
    if answer.choice == "side_loses_game":
        yield from _lost(book, side)
    else:
        yield from _offered(book, now, other(side))


def _stopped_by_thing(book: Bench, now: PetanqueState) -> Rulings:
    """No clause speaks of animals and moving things; the jack stays, or the umpire puts it back on its mark."""
    answer = book.settled("A22") if now.jack.marked else book.reading("A22") and "stays"
    match answer:
        case None:
            yield book.ask_umpire("jack_stopped_by_thing", "A22", "jack_stopped.neutral", about="jack")
        case "put_back":
            yield _put_back(book, "jack_stopped.neutral")
        case _:
            yield book.rule("jack.stays", JackStays(), "jack_stopped.neutral", reason="thing")


def _put_back(book: Bench, clause: str) -> Ruling:
    return book.rule("jack.restored", JackRestored(), MovesUndone(("jack",)), clause, reason="chosen")


@decision("interference", on=Chosen, answers=("jack_stopped_by_thing",), cites=("jack_stopped.neutral",))
def thing_settled(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The umpire says whether a jack stopped by an animal or a moving thing stays or goes back."""
    book.reading("A22")
    if answer.choice == "put_back":
        yield _put_back(book, "jack_stopped.neutral")
    else:
        yield book.rule("jack.stays", JackStays(), "jack_stopped.neutral", reason="thing")


# --- what the opponents choose ---------------------------------------------------------------------


LINE = (
    "jack_stopped.line",
    "dead_jack.too_near",
    "dead_jack.too_far",
    "dead_jack.too_far_younger",
    "dead_jack.out",
    "dead_jack.not_visible",
    "dead_jack.ground_between",
)


@decision("door", on=Chosen, cites=LINE)
def place_is_on_the_line(book: Bench, was: PetanqueState, now: PetanqueState, fact: Chosen, so_far: So) -> Rulings:
    """The place chosen on the line is a live one: near enough, far enough, visible, on the playing area."""
    option = was.waiting
    if option is None or option.ask != "jack_stopped" or fact.choice != "line" or fact.place is None:
        return
    place, capped = fact.place, book.has_limit("jack_stopped.line_far")
    lies = f.Moved(object="jack", range_mm=place.range_mm)
    cap = book.limit("jack_stopped.line_far") if capped else None
    if cap is not None and place.range_mm is not None and place.range_mm > cap:
        yield book.refuse("refused.line", book.limit_clause("jack_stopped.line_far"), reason="too_far", limit_mm=cap)
    for death in out_of_range(book, now, lies):
        if death.reason == "too_near" or not capped:
            if not capped:
                book.reading("B24")
            clauses, limit = ("jack_stopped.line", *death.clauses), death.limit_mm
            yield book.refuse("refused.line", *clauses, reason=death.reason, limit_mm=limit)
    yield from _not_live(book, place)
    if (reading := _point_refused(book, place)) is not None and now.moment.by not in ("umpire", "jury"):
        yield book.refuse("refused.line", "jack_stopped.line", reason=reading, limit_mm=None)


def _not_live(book: Bench, place: Placed) -> Rulings:
    for reason, wrong, clause in (
        ("hidden", place.visible is False, "dead_jack.not_visible"),
        ("outside", place.inside is False, "dead_jack.out"),
        ("between", place.between is True, "dead_jack.ground_between"),
    ):
        if wrong and book.has(clause):
            yield book.refuse("refused.line", "jack_stopped.line", clause, reason=reason, limit_mm=None)


def _point_refused(book: Bench, place: Placed) -> str | None:
    """Does an answer fixed for this game rule the point out?"""
    if place.before_found and book.settled("A19") == "from_place_found_on":
        return "before_found"
    return "obstacle" if place.beyond_obstacle and book.settled("C45") == "short_of_obstacle" else None


CHOICES = ("jack_stopped.leave", "jack_stopped.restore", "jack_stopped.line")


@decision("interference", on=Chosen, answers=("jack_stopped",), cites=CHOICES)
def opponents_chose(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The opponents leave the jack where it is, put it back on its mark, or set it on the line."""
    match answer.choice:
        case "leave":
            yield book.rule("jack.stays", JackStays(), "jack_stopped.leave", reason="chosen")
        case "restore":
            yield _put_back(book, "jack_stopped.restore")
        case _:
            yield from _on_the_line(book, now, answer)


def _on_the_line(book: Bench, now: PetanqueState, answer: Answer) -> Rulings:
    place = answer.chosen.place or Placed()
    umpires = now.moment.by in ("umpire", "jury")
    for wanted, ask, reading in (
        (place.before_found, "jack_line_before", "A19"),
        (place.beyond_obstacle, "jack_line_obstacle", "C45"),
    ):
        if wanted and not umpires and book.settled(reading) is None:
            chooser = answer.option.side
            yield book.ask_umpire(
                ask, reading, "jack_stopped.line", about="jack", range_mm=place.range_mm, chooser=chooser
            )
            return
    yield _set(book, place.range_mm)


def _set(book: Bench, range_mm: int | None) -> Ruling:
    effects = (JackLive(range_mm, elsewhere=True), PlaceSettled(("jack",)))
    return book.rule("jack.set_on_line", *effects, "jack_stopped.line", range_mm=range_mm)


LINE_ASKS = {
    "jack_line_before": ("A19", "from_original_place_on"),
    "jack_line_obstacle": ("C45", "any_live_visible_point"),
}


@decision(
    "interference", on=Chosen, answers=tuple(LINE_ASKS), cites=("jack_stopped.line", "jack_stopped.player", *STOPPED)
)
def point_settled(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The umpire allows the point on the line, or the opponents choose once more."""
    reading, allows = LINE_ASKS[answer.option.ask]
    book.reading(reading)
    if answer.choice == allows:
        range_mm = answer.option.slots["range_mm"]
        yield _set(book, range_mm if isinstance(range_mm, int) else None)
    else:
        yield from _offered(book, now, "A" if answer.option.slots["chooser"] == "A" else "B")


RULES = (
    jack_is_there, named_once, resting_jack_moved, kick_settled, other_game_plays, wait_for_others, room_settled,
    did_not_wait, moving_jack_stopped, purpose_settled, thing_settled, place_is_on_the_line, opponents_chose,
    point_settled,
)  # fmt: skip
