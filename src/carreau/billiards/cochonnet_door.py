"""What cannot have happened in billiard cochonnet is refused with a reason; no breach of turn is punished by this text."""

from collections.abc import Iterator
from typing import Any

from carreau.billiards import cochonnet_facts as f
from carreau.billiards.cochonnet_absorbing import next_id
from carreau.billiards.cochonnet_state import CochonnetState
from carreau.core.bench import Bench
from carreau.core.decision import decision
from carreau.core.facts import SIDES, Chosen
from carreau.core.ruling import Option, Ruling

Rulings = Iterator[Ruling]
So = tuple[Ruling, ...]

PLAYED = (
    f.LagPlayed, f.JackThrown, f.BallPlayed, f.WrongBallNoticed, f.ObjectMoved, f.Declined, f.EndCounted, f.EndMeasured,
    f.HeadStated,
)  # fmt: skip
OFFICIALS = ("umpire", "jury")


@decision("door", on=PLAYED)
def waits_for_an_answer(book: Bench, was: CochonnetState, now: CochonnetState, fact: Any, so_far: So) -> Rulings:
    """Nothing more is played before the question that waits has been answered."""
    if (option := was.waiting) is not None:
        yield book.refuse("refused.waiting", ask=option.ask, side=option.side)


@decision("door", on=Chosen)
def answer_was_asked(book: Bench, was: CochonnetState, now: CochonnetState, fact: Chosen, so_far: So) -> Rulings:
    """Only what was asked is answered, by somebody who may, with an answer that is offered."""
    asked = _meant(was, fact)
    if asked is None:
        yield book.refuse("refused.nothing_asked", choice=fact.choice)
    elif was.waiting is not None and asked.waits and asked is not was.waiting:
        yield book.refuse("refused.waiting", ask=was.waiting.ask, side=was.waiting.side)
    elif now.moment.by not in asked.may:
        yield book.refuse("refused.may_not_answer", ask=asked.ask, side=asked.side, by=now.moment.by)
    elif not asked.offers(fact.choice):
        offered = ", ".join(c.id for c in asked.choices if c.refused is None)
        yield book.refuse("refused.no_such_choice", ask=asked.ask, choice=fact.choice, offered=offered)


def _meant(was: CochonnetState, fact: Chosen) -> Option | None:
    if fact.option is not None:
        return next((o for o in was.options if fact.option in (o.id, o.ask)), None)
    return was.waiting or next(iter(was.options), None)


@decision("door", on=PLAYED, cites=("win.target",))
def game_is_open(book: Bench, was: CochonnetState, now: CochonnetState, fact: Any, so_far: So) -> Rulings:
    """Nothing is played once a side has won."""
    if was.phase == "over":
        yield book.refuse("refused.game_over", "win.target")


@decision("door", on=f.LagPlayed, cites=("lag.nearest", "rematch.losers_throw"))
def lag_is_due(book: Bench, was: CochonnetState, now: CochonnetState, fact: f.LagPlayed, so_far: So) -> Rulings:
    """The draw comes first, once, and not where the losers of the game before have the jack."""
    if was.phase in ("jack", "play", "count"):
        clause = "rematch.losers_throw" if was.setup.previous and was.setup.previous.same_players else "lag.nearest"
        yield book.refuse("refused.jack_is_owned", clause, side=was.owner)
    elif fact.won_by is None and set(fact.balls) != set(SIDES):
        yield book.refuse("refused.lag_incomplete", "lag.nearest")
    elif fact.won_by is None and any(
        ball.gap_mm is None and ball.far_cushion is not False and ball.line != "past" and not ball.off_table
        for ball in fact.balls.values()
    ):
        yield book.refuse("refused.lag_unmeasured", "lag.nearest")


JACK_CLAUSES = ("jack.thrower", "jack.second_throw", "jack.passes_over", "jack.to_winner", "rematch.losers_throw")


@decision("door", on=f.JackThrown, cites=("lag.nearest", *JACK_CLAUSES))
def jack_is_due(book: Bench, was: CochonnetState, now: CochonnetState, fact: f.JackThrown, so_far: So) -> Rulings:
    """The jack is thrown after the draw or a finished end, by the side that has it; the second time by the same player."""
    if was.phase in ("setup", "lag"):
        yield book.refuse("refused.lag_first", "lag.nearest")
    elif was.phase in ("play", "count"):
        yield book.refuse("refused.jack_lies", end=was.end)
    elif was.phase == "jack" and was.turn is not None and was.turn.side not in (None, fact.side):
        clauses = [c for c in was.turn.clauses if c in JACK_CLAUSES]
        yield book.refuse("refused.other_side_throws", *clauses, side=fact.side, turn=was.turn.side)
    elif was.phase == "jack" and was.began and was.jack.attempts and _someone_else(was.jack.thrower, fact.player):
        yield book.refuse("refused.same_player", "jack.second_throw", player=was.jack.thrower)


def _someone_else(known: str | None, named: str | None) -> bool:
    return known is not None and named is not None and known != named


TURN = (
    "order.jack_thrower_opens", "order.reply", "order.nearest_keeps", "order.after_annulled", "order.after_touch",
)  # fmt: skip


@decision("door", on=f.BallPlayed, cites=("balls.equal", "count.strictly_nearer", *TURN))
def ball_is_due(book: Bench, was: CochonnetState, now: CochonnetState, fact: f.BallPlayed, so_far: So) -> Rulings:
    """A ball is played once the jack lies, by the side whose turn it is, while that side has balls."""
    if was.phase in ("setup", "lag", "jack"):
        yield book.refuse("refused.ball_before_jack", "order.jack_thrower_opens", side=fact.side)
    elif was.phase == "count":
        yield book.refuse("refused.end_is_played", "count.strictly_nearer", end=was.end)
    elif was.phase == "play" and was.hand(fact.side) <= 0:
        number, has = was.played(fact.side) + 1, was.allotted[fact.side]
        yield book.refuse("refused.no_ball_left", "balls.equal", side=fact.side, number=number, n=has, end=was.end)
    elif was.phase == "play" and was.turn is not None and was.turn.side not in (None, fact.side):
        clauses = [c for c in was.turn.clauses if c in TURN]
        yield book.refuse("refused.not_its_turn", *clauses, side=fact.side, turn=was.turn.side)


@decision("door", on=f.BallPlayed, cites=("balls.equal", "order.jack_thrower_opens"), needs=("player",))
def player_is_due(book: Bench, was: CochonnetState, now: CochonnetState, fact: f.BallPlayed, so_far: So) -> Rulings:
    """Whoever threw the jack plays the first ball, and nobody plays a team-mate's ball once his own are gone."""
    if was.phase != "play" or fact.player is None:
        return
    opens = was.memory.last is None and was.turn is not None and not was.turn.ruled and not was.balls
    if opens and _someone_else(was.jack.thrower, fact.player):
        yield book.refuse("refused.thrower_opens", "order.jack_thrower_opens", player=was.jack.thrower)
    player = was.player(fact.player)
    if player is not None and player.hand == 0 and was.hand(fact.side) > 0:
        yield book.refuse("refused.player_has_no_ball", "balls.equal", player=fact.player)


NAMED = (f.JackThrown, f.BallPlayed, f.OffenceSeen)


@decision("door", on=NAMED, needs=("player",))
def player_of_the_side(book: Bench, was: CochonnetState, now: CochonnetState, fact: Any, so_far: So) -> Rulings:
    """A player named with a side belongs to it."""
    player = was.player(fact.player)
    strange = player is None and was.side_players(fact.side) != ()
    if fact.player is not None and (strange or (player is not None and player.side != fact.side)):
        yield book.refuse("refused.no_such_player", player=fact.player, side=fact.side)


@decision("door", on=(f.BallPlayed, f.ObjectMoved))
def objects_are_there(
    book: Bench, was: CochonnetState, now: CochonnetState, fact: f.BallPlayed | f.ObjectMoved, so_far: So
) -> Rulings:
    """What is touched or moved lies on the table, and is named once."""
    played = fact if isinstance(fact, f.BallPlayed) else None
    moved = [m.object for m in fact.moved]
    early = [o for o in played.touched_before if o != f.UNPLAYED] if played else []
    ordered = [o for group in played.order for o in group] if played else []
    own = (f.PLAYED, next_id(was, played.side)) if played else ()
    there = {"jack", *was.live("A"), *was.live("B")}
    for name in dict.fromkeys((*moved, *early, *(o for o in ordered if o not in own))):
        if name not in there or (name == "jack" and name in ordered):
            yield book.refuse("refused.no_such_ball", ball=name, end=was.end)
    if any(len(set(names)) < len(names) for names in (moved, early, ordered)):
        yield book.refuse("refused.ball_named_twice")
    if isinstance(fact, f.ObjectMoved) and (was.phase not in ("play", "count") or not moved):
        yield book.refuse("refused.nothing_moved")


@decision("door", on=f.BallPlayed, cites=("cushion.far",))
def stroke_can_be(book: Bench, was: CochonnetState, now: CochonnetState, fact: f.BallPlayed, so_far: So) -> Rulings:
    """A ball that touched no cushion did not touch the far one, and who is said to lie nearest has a ball there."""
    if fact.far_cushion and fact.cushions == 0:
        yield book.refuse("refused.cushions_contradict", "cushion.far")
    if was.phase == "play" and fact.holds is not None and not could_hold(was, fact.holds, fact.side):
        yield book.refuse("refused.cannot_lie_nearest", side=fact.holds if fact.holds in SIDES else None)


def could_hold(was: CochonnetState, holds: str, player: str | None) -> bool:
    """Has the side said to be nearest a live ball, or may the ball of this stroke be one? To be equal both need one."""
    if holds == "nobody":
        return player is not None or not was.any_live()
    needed = SIDES if holds == "equal" else [side for side in SIDES if side == holds]
    return all(was.live(side) or side == player for side in needed)


@decision("door", on=(f.HeadStated, f.EndMeasured))
def head_can_be(
    book: Bench, was: CochonnetState, now: CochonnetState, fact: f.HeadStated | f.EndMeasured, so_far: So
) -> Rulings:
    """The nearest is looked for among live balls, while an end is played or counted."""
    if was.phase not in ("play", "count"):
        yield book.refuse("refused.no_head")
    elif isinstance(fact, f.HeadStated):
        if not could_hold(was, fact.holds, None):
            yield book.refuse("refused.cannot_lie_nearest", side=fact.holds if fact.holds in SIDES else None)
    else:
        yield from _measurable(book, was, [ball for group in fact.order for ball in group])


def _measurable(book: Bench, was: CochonnetState, named: list[str]) -> Rulings:
    live = {*was.live("A"), *was.live("B")}
    for ball in dict.fromkeys(named):
        if ball not in live:
            yield book.refuse("refused.no_such_ball", ball=ball, end=was.end)
    if len(set(named)) < len(named):
        yield book.refuse("refused.ball_named_twice")


@decision("door", on=f.PositionStated, cites=("win.target",))
def position_can_be(
    book: Bench, was: CochonnetState, now: CochonnetState, fact: f.PositionStated, so_far: So
) -> Rulings:
    """A position orders only live balls, names each once, says who threw the jack, and nobody has won yet."""
    ordered = [b for group in fact.order for b in group]
    for names in (fact.balls, fact.dead, ordered):
        if len(set(names)) < len(names):
            yield book.refuse("refused.ball_named_twice")
    for ball in ordered:
        if ball not in fact.balls or ball in fact.dead:
            yield book.refuse("refused.no_such_ball", ball=ball, end=fact.end or was.end)
    if fact.thrown_by is None and was.owner is None:
        yield book.refuse("refused.who_threw")
    if any(fact.score.get(side, was.points(side)) >= book.limit("win.target") for side in SIDES):
        yield book.refuse("refused.game_over", "win.target")


@decision("door", on=f.Ruled)
def umpire_rules(book: Bench, was: CochonnetState, now: CochonnetState, fact: f.Ruled, so_far: So) -> Rulings:
    """Only the umpire rules, and gives the turn to a side that can take it."""
    if now.moment.by not in OFFICIALS:
        yield book.refuse("refused.only_umpire_rules")
    elif fact.outcome == "turn" and (fact.side is None or was.phase not in ("jack", "play")):
        yield book.refuse("refused.no_turn_to_give")
    elif fact.outcome == "turn" and was.phase == "play" and fact.side is not None and was.hand(fact.side) <= 0:
        yield book.refuse("refused.side_cannot_play", side=fact.side)


RULES = (
    waits_for_an_answer, answer_was_asked, game_is_open, lag_is_due, jack_is_due, ball_is_due, player_of_the_side,
    player_is_due, objects_are_there, stroke_can_be, head_can_be, position_can_be, umpire_rules,
)  # fmt: skip
