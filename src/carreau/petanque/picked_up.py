"""Boules picked up: too early, before the points are agreed, and with partners who have boules left."""

from collections.abc import Iterator

from carreau.core.bench import Bench
from carreau.core.decision import decision
from carreau.core.facts import Chosen, Side, other
from carreau.core.judging import Answer
from carreau.core.ruling import Effect, Ruling
from carreau.petanque import facts as f
from carreau.petanque.effects import (
    AGREED_WORD,
    Barred,
    BouleDead,
    BouleRestored,
    OffenceNoted,
    OffenderWarned,
    OrderForgotten,
    PairSaid,
)
from carreau.petanque.order import side_of
from carreau.petanque.state import Boule, PetanqueState

Rulings = Iterator[Ruling]
So = tuple[Ruling, ...]
PickedUp = f.BoulesPickedUp


@decision("door", on=PickedUp)
def picked_up_lay_there(book: Bench, was: PetanqueState, now: PetanqueState, fact: PickedUp, so_far: So) -> Rulings:
    """What is picked up lay on the ground of this end."""
    for id in fact.boules:
        if was.boule(id) is None:
            yield book.refuse("refused.no_such_boule", boule=id, end=was.end)


def lifted(was: PetanqueState, fact: PickedUp) -> tuple[str, ...]:
    """The live boules picked up: as named, else all of the player's, or of the side."""
    if fact.boules:
        return tuple(id for id in fact.boules if id in was.live("A") + was.live("B"))
    mine = [b for b in was.boules if b.side == fact.side and b.live]
    if fact.player is not None and all(b.player is not None for b in mine):
        mine = [b for b in mine if b.player == fact.player]
    return tuple(b.id for b in mine)


def _own(fact: PickedUp, ids: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(id for id in ids if id.startswith(fact.side))


def _theirs(fact: PickedUp, ids: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(id for id in ids if not id.startswith(fact.side))


@decision("fact", on=PickedUp, cites=("dead_boule.removed",))
def dead_boule_picked_up(book: Bench, was: PetanqueState, now: PetanqueState, fact: PickedUp, so_far: So) -> Rulings:
    """A dead boule that is picked up has been taken off: it does not lie there to live again."""
    for boule in was.boules:
        if boule.lying and not boule.live and _picked(fact, boule):
            off = BouleDead(boule.id, boule.reason or "not_noted")
            yield book.rule("boule.removed", off, "dead_boule.removed", boule=boule.id)


def _picked(fact: PickedUp, boule: Boule) -> bool:
    """Is this one of the boules picked up: named, or one of the player's, or of the side's?"""
    if fact.boules:
        return boule.id in fact.boules
    return boule.side == fact.side and (None in (fact.player, boule.player) or boule.player == fact.player)


# --- while boules remain -----------------------------------------------------------------------------


@decision("legality", on=PickedUp, cites=("pick_up.too_early",))
def picked_up_too_early(book: Bench, was: PetanqueState, now: PetanqueState, fact: PickedUp, so_far: So) -> Rulings:
    """No player picks up played boules before the end is complete; a dead boule is no offence."""
    if was.phase == "play" and (ids := lifted(was, fact)):
        noted = OffenceNoted("pick_up", fact.side, fact.player)
        slots = {"side": fact.side, "player": fact.player, "boules": ", ".join(ids)}
        yield book.rule("picked_up.too_early", noted, "pick_up.too_early", **slots)


LIFTED = ("pick_up.before_agreement", "pick_up.too_early", "boule_moved.accident")


@decision("interference", on=PickedUp, cites=LIFTED)
def lifted_by_mistake(book: Bench, was: PetanqueState, now: PetanqueState, fact: PickedUp, so_far: So) -> Rulings:
    """A boule lifted by mistake while boules remain goes back, unless the umpire says that it is dead."""
    ids = lifted(was, fact)
    if was.phase != "play" or not fact.accident or not ids:
        return
    answer = book.settled("A38")
    if answer is None:
        yield book.ask_umpire(
            "lifted_by_mistake", "A38", "pick_up.too_early", about=", ".join(ids), by=fact.side, player=fact.player
        )
    else:
        yield from _mistake(book, was, fact, answer)


@decision("interference", on=Chosen, answers=("lifted_by_mistake",), cites=LIFTED)
def mistake_answered(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The umpire has said what becomes of boules lifted by mistake."""
    book.reading("A38")
    yield from _mistake(book, was, answer.fact, answer.choice)


def _mistake(book: Bench, was: PetanqueState, fact: PickedUp, answer: str) -> Rulings:
    """Marked, it goes back; unmarked, the umpire puts back only what the other side would lose."""
    for id in lifted(was, fact):
        marked = _marked(was, fact, id)
        if answer == "dead" or (not marked and id.startswith(fact.side)):
            yield book.rule("picked_up.dead", BouleDead(id, "picked_up"), "pick_up.before_agreement", boule=id)
        else:
            back: tuple[Effect, ...] = (BouleRestored(id),) if marked else (BouleRestored(id), OrderForgotten((id,)))
            yield book.rule("picked_up.put_back", *back, "boule_moved.accident", boule=id)


def _marked(was: PetanqueState, fact: PickedUp, id: str) -> bool:
    boule = was.boule(id)
    return fact.marked if fact.marked is not None else bool(boule and boule.marked)


# --- before the points are agreed --------------------------------------------------------------------


@decision("interference", on=PickedUp, cites=(*LIFTED, "count.strictly_nearer"))
def picked_up_before_agreement(
    book: Bench, was: PetanqueState, now: PetanqueState, fact: PickedUp, so_far: So
) -> Rulings:
    """A boule picked up before the points are agreed is dead; one that both sides concede has been agreed."""
    ids = lifted(was, fact)
    if was.phase not in ("play", "count") or was.jack.dead or (fact.accident and was.phase == "play"):
        return
    if fact.agreed and was.phase == "count" and book.reading("A65") == "count":
        for id in ids:
            yield _conceded(book, was, fact, id)
        return
    yield from _before_agreement(book, fact, ids)


def _before_agreement(book: Bench, fact: PickedUp, ids: tuple[str, ...]) -> Rulings:
    for id in _own(fact, ids):
        yield book.rule("picked_up.dead", BouleDead(id, "picked_up"), "pick_up.before_agreement", boule=id)
    if theirs := _theirs(fact, ids):
        yield from _opponents(book, fact, theirs)


@decision("interference", on=PickedUp, cites=(*LIFTED, "count.strictly_nearer"))
def picked_up_unmarked(book: Bench, was: PetanqueState, now: PetanqueState, fact: PickedUp, so_far: So) -> Rulings:
    """The same where a mark saves a boule: marked, it counts where it lay."""
    ids = lifted(was, fact)
    if was.phase not in ("play", "count") or was.jack.dead or (fact.accident and was.phase == "play"):
        return
    if fact.agreed and was.phase == "count" and book.reading("A65") == "count":
        for id in ids:
            yield _conceded(book, was, fact, id)
        return
    saved = tuple(id for id in ids if _marked(was, fact, id))
    for id in saved:
        yield book.rule("picked_up.at_its_mark", BouleRestored(id), "pick_up.before_agreement", boule=id)
    yield from _before_agreement(book, fact, tuple(id for id in ids if id not in saved))


PENALTY = ("pick_up.too_early",)


@decision("interference", on=PickedUp, cites=PENALTY)
def lifting_is_judged(book: Bench, was: PetanqueState, now: PetanqueState, fact: PickedUp, so_far: So) -> Rulings:
    """What follows for a player who picks boules up too early is not printed: the umpire may warn."""
    if not any(isinstance(e, OffenceNoted) for r in so_far for e in r.effects):
        return
    answer = book.settled("B16")
    if answer is None:
        who = fact.player or fact.side
        yield book.ask_umpire("lifting_penalty", "B16", *PENALTY, about=who, waits=False, player=who, of=fact.side)
    else:
        yield _lifting(book, fact.player or fact.side, fact.side, answer)


@decision("legality", on=Chosen, answers=("lifting_penalty",), cites=PENALTY)
def lifting_judged(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The umpire warns the player who picked boules up too early, or does not."""
    book.reading("B16")
    slots = answer.option.slots
    yield _lifting(book, str(slots["player"]), side_of(str(slots["of"])), answer.choice)


def _lifting(book: Bench, who: str, side: Side, answer: str) -> Ruling:
    slots = {"player": who, "side": side, "offence": "pick_up"}
    if answer == "warning":
        return book.rule("conduct.warned", OffenderWarned("pick_up", who), *PENALTY, **slots)
    return book.rule("conduct.let_go", *PENALTY, player=who, offence="pick_up")


def _conceded(book: Bench, was: PetanqueState, fact: PickedUp, id: str) -> Ruling:
    """A conceded boule counts: it is held nearer than all of the other side's."""
    rivals = [far for far in was.live(other(side_of(id))) if far not in fact.boules]
    words = tuple(PairSaid(id, far, False, AGREED_WORD, "conceded") for far in rivals)
    return book.rule("picked_up.conceded", *words, "count.strictly_nearer", boule=id)


def _opponents(book: Bench, fact: PickedUp, theirs: tuple[str, ...]) -> Rulings:
    """The sentence does not say whose boule it is: the umpire is asked whether the innocent side loses it."""
    answer = book.settled("A37")
    if answer is None:
        yield book.ask_umpire(
            "opponents_boule_lifted", "A37", "pick_up.before_agreement", about=", ".join(theirs), by=fact.side
        )
    else:
        yield from _lifted_by_others(book, theirs, answer)


@decision("interference", on=Chosen, answers=("opponents_boule_lifted",), cites=LIFTED)
def opponents_answered(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The umpire has said whether a boule lifted by the other side is dead."""
    book.reading("A37")
    yield from _lifted_by_others(book, _theirs(answer.fact, lifted(was, answer.fact)), answer.choice)


def _lifted_by_others(book: Bench, theirs: tuple[str, ...], answer: str) -> Rulings:
    for id in theirs:
        if answer == "dead":
            yield book.rule("picked_up.dead", BouleDead(id, "picked_up"), "pick_up.before_agreement", boule=id)
        else:
            yield book.rule("picked_up.put_back", BouleRestored(id), "boule_moved.accident", boule=id)


# --- the partners' boules ------------------------------------------------------------------------------


@decision("revival", on=PickedUp, cites=("pick_up.partners_barred",))
def partners_barred(book: Bench, was: PetanqueState, now: PetanqueState, fact: PickedUp, so_far: So) -> Rulings:
    """If a player collects his boules while partners still have some, they may not play them."""
    if was.phase != "play" or fact.accident or not _own(fact, lifted(was, fact)):
        return
    if was.setup.format == "singles" or was.hand(fact.side) == 0:
        return
    if fact.player is None or fact.side not in was.noted:
        yield _all_barred(book, was, fact.side)
        return
    partners = [p for p in was.side_players(fact.side) if p.id != fact.player and p.hand]
    for p in partners:
        bar = Barred(fact.side, "pick_up", p.id, p.hand)
        yield book.rule("picked_up.partner_barred", bar, "pick_up.partners_barred", player=p.id, n=p.hand, side=p.side)
    picker = was.player(fact.player)
    if partners and picker is not None and picker.hand:
        yield from _picker(book, fact.side, picker.id, picker.hand)
    elif not partners:
        book.reading("C25")
        yield book.rule("picked_up.nobody_barred", "pick_up.partners_barred", side=fact.side, player=fact.player)


def _all_barred(book: Bench, was: PetanqueState, side: Side) -> Ruling:
    """Nobody noted whose boules are left: none of the side's is played."""
    book.reading("C24")
    bar = Barred(side, "pick_up")
    return book.rule("picked_up.side_barred", bar, "pick_up.partners_barred", side=side, n=was.hand(side))


def _picker(book: Bench, side: Side, player: str, hand: int) -> Rulings:
    answer = book.settled("C24")
    if answer is None:
        yield book.ask_umpire(
            "picker_plays", "C24", "pick_up.partners_barred", about=player, by=side, player=player, n=hand
        )
    else:
        yield _picker_barred(book, side, player, hand) if answer == "barred" else _may_play(book, side, player, hand)


def _may_play(book: Bench, side: Side, player: str, hand: int) -> Ruling:
    return book.rule("picked_up.picker_plays", "pick_up.partners_barred", player=player, n=hand, side=side)


def _picker_barred(book: Bench, side: Side, player: str, hand: int) -> Ruling:
    bar = Barred(side, "pick_up", player, hand)
    return book.rule("picked_up.picker_barred", bar, "pick_up.partners_barred", player=player, n=hand, side=side)


@decision("revival", on=Chosen, answers=("picker_plays",), cites=("pick_up.partners_barred",))
def picker_answered(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The umpire has said whether the player who collected his boules may still play his others."""
    book.reading("C24")
    slots = answer.option.slots
    side, player, hand = side_of(str(slots["by"])), str(slots["player"]), int(slots["n"] or 0)
    if answer.choice == "barred":
        yield _picker_barred(book, side, player, hand)
    else:
        yield _may_play(book, side, player, hand)


RULES = (
    picked_up_lay_there, dead_boule_picked_up, picked_up_too_early, lifted_by_mistake, mistake_answered,
    picked_up_before_agreement, opponents_answered, partners_barred, picker_answered,
)  # fmt: skip
