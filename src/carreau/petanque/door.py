"""What cannot have happened is refused with a reason; what the rules punish passes when it names its breach."""

from collections.abc import Iterator
from typing import Any

from carreau.core.bench import Bench
from carreau.core.decision import decision
from carreau.core.facts import SIDES, Chosen, other
from carreau.core.ruling import Ruling
from carreau.petanque import facts as f
from carreau.petanque.state import PetanqueState, PlayerNow
from carreau.petanque.thrown import boules_with

Rulings = Iterator[Ruling]
So = tuple[Ruling, ...]

PLAYED = (
    f.JackThrown, f.JackPlaced, f.BouleThrown, f.EndCounted, f.EndClosed, f.ResultAgreed, f.CirclePlaced,
)  # fmt: skip
ALWAYS = (f.Noted, f.Reported, f.Ruled, f.PositionStated)


BARRED_BY = {"pick_up": "pick_up.partners_barred", "missing": "card.red"}
BOULES_EACH = ("format.boules_triples", "format.boules_doubles_singles", "format.boules_singles")
MEANWHILE = (*PLAYED, f.BouleDropped, f.BoulesPickedUp, f.CircleLifted)


@decision("door", on=MEANWHILE, during=("options",))
def waits_for_an_answer(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.AnyFact, so_far: So) -> Rulings:
    """Nothing more is played before the question that waits has been answered."""
    if (option := was.waiting) is not None:
        yield book.refuse("refused.waiting", ask=option.ask, side=option.side)


@decision("door", on=Chosen)
def answer_was_asked(book: Bench, was: PetanqueState, now: PetanqueState, fact: Chosen, so_far: So) -> Rulings:
    """Only what was asked is answered, by somebody who may, with an answer that is offered."""
    option = was.waiting if fact.option is None else None
    named = next((o for o in was.options if fact.option in (o.id, o.ask)), None) if fact.option else option
    named = named or (was.options[0] if was.options and fact.option is None else None)
    if named is None:
        yield book.refuse("refused.nothing_asked", choice=fact.choice)
    elif was.waiting is not None and named.waits and named is not was.waiting:
        yield book.refuse("refused.waiting", ask=was.waiting.ask, side=was.waiting.side)
    elif now.moment.by not in named.may:
        yield book.refuse("refused.may_not_answer", ask=named.ask, side=named.side, by=now.moment.by)
    elif not named.offers(fact.choice):
        offered = ", ".join(c.id for c in named.choices if c.refused is None)
        yield book.refuse("refused.no_such_choice", ask=named.ask, choice=fact.choice, offered=offered)


@decision("door", on=PLAYED, unexpected=True)
def game_is_open(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.AnyFact, so_far: So) -> Rulings:
    """Nothing is played in a game that is over or suspended, and only the result is agreed once a side has won."""
    if was.phase in ("over", "suspended"):
        yield book.refuse(f"refused.game_{was.phase}")
    elif was.phase == "result" and not isinstance(fact, f.ResultAgreed):
        yield book.refuse("refused.game_won", winner=was.winner)
    elif was.phase != "result" and isinstance(fact, f.ResultAgreed):
        yield book.refuse("refused.no_result_yet", A=was.points("A"), B=was.points("B"))


@decision("door", on=f.DrawWon)
def drawn_once(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.DrawWon, so_far: So) -> Rulings:
    """The draw is made once, before anything is played."""
    if was.phase != "draw" or was.draw is not None:
        yield book.refuse("refused.drawn_already", side=was.draw)


@decision("door", on=f.BouleThrown, cites=("order.without_point", "order.opener", "throw.no_replay"), unexpected=True)
def boule_can_be_thrown(
    book: Bench, was: PetanqueState, now: PetanqueState, fact: f.BouleThrown, so_far: So
) -> Rulings:
    """A boule is thrown once the jack lies, while the jack lives, by a side that has a boule."""
    if was.phase in ("setup", "draw", "circle", "jack", "place", "agreed"):
        yield book.refuse("refused.boule_before_jack", "order.opener", side=fact.side, end=was.end)
    elif was.jack.dead:
        yield book.refuse("refused.jack_is_dead", side=fact.side, end=was.end)
    elif was.closed:
        yield book.refuse("refused.end_closed", side=fact.side, end=was.end)


@decision(
    "door",
    on=f.BouleThrown,
    cites=(*BOULES_EACH, "circle.lifted", "pick_up.partners_barred", "card.red"),
    unexpected=True,
)
def side_has_a_boule(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.BouleThrown, so_far: So) -> Rulings:
    """A side without a boule left to play cannot throw one; a boule too many, or a barred one, is a breach."""
    if was.phase not in ("play", "count") or was.hand(fact.side) > 0:
        return
    if was.barred(fact.side) and fact.breach != "barred":
        cause = next(b.cause for b in was.bars if b.side == fact.side and b.boules)
        clause = BARRED_BY.get(cause, "circle.lifted")
        yield book.refuse("refused.barred", clause, breach="barred", side=fact.side, cause=cause)
    elif not was.barred(fact.side) and fact.breach not in ("too_many", "excluded", "absent"):
        number = was.played.of(fact.side) + 1
        clause = book.limit_clause(f"format.{was.setup.format}_boules")
        yield book.refuse(
            "refused.too_many",
            clause,
            breach="too_many",
            side=fact.side,
            number=number,
            end=was.end,
            has=was.allotted.of(fact.side),
        )


@decision("door", on=f.PositionStated)
def position_can_be(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.PositionStated, so_far: So) -> Rulings:
    """A position names each boule once, and orders only boules that are on the ground and live."""
    ordered = [id for group in fact.order for id in group]
    for named in (fact.boules, fact.dead, ordered):
        if len(set(named)) < len(named):
            yield book.refuse("refused.position_twice", objects=", ".join(named))
    for side in SIDES:
        own = [n for player, n in fact.hands.items() if player.startswith(side)]
        if own and side in fact.in_hand and sum(own) > fact.in_hand[side]:
            yield book.refuse("refused.hands_differ", side=side, n=fact.in_hand[side], players_have=sum(own))
    if strange := [id for id in ordered if id not in fact.boules or id in fact.dead]:
        yield book.refuse("refused.not_on_the_ground", objects=", ".join(strange))


NAMED = tuple(
    kind
    for kind in f.PetanqueFact.__args__
    if {"side", "player"} <= set(kind.__struct_fields__) and kind is not f.BouleThrown
)


@decision("door", on=NAMED, needs=("player",))
def player_of_the_side(book: Bench, was: PetanqueState, now: PetanqueState, fact: Any, so_far: So) -> Rulings:
    """A player named with a side belongs to it."""
    if fact.player is None or fact.side is None or not was.side_players(fact.side):
        return
    player = was.player(fact.player)
    if player is None or player.side != fact.side:
        yield book.refuse("refused.no_such_player", player=fact.player, side=fact.side)


@decision(
    "door",
    on=f.BouleThrown,
    cites=("card.red", "late.joins_next_end", "absence.leave"),
    needs=("player",),
    unexpected=True,
)
def player_takes_part(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.BouleThrown, so_far: So) -> Rulings:
    """The thrower takes part in this end, and has not left."""
    player = was.player(fact.player)
    if player is None or player.side != fact.side or was.phase not in ("play", "count"):
        return
    if player.out and fact.breach != "excluded":
        yield book.refuse("refused.excluded", "card.red", breach="excluded", player=fact.player, side=fact.side)
    elif not player.plays and not player.out and fact.breach != "excluded":
        yield book.refuse(
            "refused.sits_out", "late.joins_next_end", breach="excluded", player=fact.player, side=fact.side
        )
    elif player.away and fact.breach != "absent":
        yield book.refuse("refused.away", "absence.leave", breach="absent", player=fact.player, side=fact.side)


@decision("door", on=f.BouleThrown, cites=BOULES_EACH, needs=("player",), unexpected=True)
def player_has_a_boule(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.BouleThrown, so_far: So) -> Rulings:
    """The thrower is a player of the side and has a boule left."""
    if fact.player is None or was.phase not in ("play", "count"):
        return
    player = was.player(fact.player)
    if player is None or player.side != fact.side:
        if was.side_players(fact.side) or player is not None:
            yield book.refuse("refused.no_such_player", player=fact.player, side=fact.side)
    elif player.hand == 0 and fact.boule_of is None and fact.breach not in ("too_many", "excluded", "absent", "barred"):
        clause = book.limit_clause(f"format.{was.setup.format}_boules")
        each = was.setup.boules_each or book.limit(f"format.{was.setup.format}_boules")
        thrown = sum(b.player == fact.player for b in was.boules)
        yield book.refuse(
            "refused.player_too_many",
            clause,
            breach="too_many",
            player=fact.player,
            side=fact.side,
            has=each,
            number=each + 1,
            why="all_thrown" if thrown >= each else "none_left",
        )


@decision(
    "door",
    on=f.BouleThrown,
    cites=(
        "order.without_point",
        "order.opener",
        "order.jack_losers_open",
        "order.opening_out",
        "order.emptied",
        "tie.last_again",
        "tie.alternate",
    ),
    unexpected=True,
)
def in_turn(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.BouleThrown, so_far: So) -> Rulings:
    """The side whose turn it is plays; another side's boule is a breach that has to be named."""
    turn = was.turn
    if was.phase != "play" or turn is None or turn.does != "boule" or turn.side is None:
        return
    if turn.side != fact.side and fact.breach is None and was.hand(fact.side) > 0 and not _may_leave_it(book, was):
        clauses = [c for c in turn.clauses if c in IN_TURN]
        yield book.refuse("refused.out_of_turn", *clauses, breach="out_of_turn", side=fact.side, turn=turn.side)
    if turn.side == fact.side and fact.breach == "out_of_turn":
        yield book.refuse("refused.in_turn", *turn.clauses[:0], side=fact.side)


def _may_leave_it(book: Bench, was: PetanqueState) -> bool:
    """May the side that lost the jack leave the first boule to the other? Its right to play first could mean so."""
    first = was.memory.last is None and bool(was.jack.passes) and book.has_reading("B25")
    return first and book.reading("B25") == "may_leave_it"


IN_TURN = (
    "order.without_point", "order.opener", "order.jack_losers_open", "order.opening_out", "order.emptied",
    "tie.last_again", "tie.alternate",
)  # fmt: skip


@decision("door", on=f.BouleThrown, needs=("moved",))
def objects_are_there(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.BouleThrown, so_far: So) -> Rulings:
    """What a throw moved lies on the ground."""
    with_it = boules_with(was, fact) if fact.several or fact.breach else ()
    for moved in fact.moved:
        if moved.object not in ("jack", "thrown", *with_it) and was.boule(moved.object) is None:
            yield book.refuse("refused.no_such_boule", boule=moved.object, end=was.end)


@decision("door", on=f.BouleThrown, needs=("holds",), unexpected=True)
def holder_is_there(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.BouleThrown, so_far: So) -> Rulings:
    """Who is said to hold has a boule on the ground."""
    if fact.holds in ("A", "B") and fact.holds != fact.side and not _could_hold(was, fact.holds):
        yield book.refuse("refused.cannot_hold", side=fact.holds)


def expected(was: PetanqueState, fact: f.AnyFact) -> bool:
    """Is it a boule of the side whose turn it is by the order of play, and nothing about it against the rules?"""
    turn = was.turn
    if turn is None or turn.ruled or turn.does != "boule" or was.phase != "play":
        return False
    if not isinstance(fact, f.BouleThrown) or fact.side != turn.side or fact.breach is not None:
        return False
    holder_there = fact.holds in (None, fact.side, "equal", "nobody", "unknown") or _could_hold(was, other(fact.side))
    return holder_there and (fact.player is None or _has_a_boule(was.player(fact.player), fact.side))


def _has_a_boule(player: PlayerNow | None, side: str) -> bool:
    """Is it a player of the side who takes part, and has not thrown all that he has?"""
    if player is None or player.side != side or player.hand == 0:
        return False
    return player.plays and not player.out and not player.away


def _could_hold(was: PetanqueState, side: str) -> bool:
    return not was.boules or any([b.side == side and (b.status == "live" or b.lying) for b in was.boules])


RULES = (
    waits_for_an_answer, answer_was_asked, game_is_open, drawn_once, boule_can_be_thrown, side_has_a_boule,
    position_can_be, player_of_the_side, player_takes_part, player_has_a_boule, in_turn, objects_are_there,
    holder_is_there,
)  # fmt: skip
