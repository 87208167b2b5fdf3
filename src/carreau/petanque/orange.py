"""What the orange card takes, and what becomes of the boules of a player with a red one."""

from collections.abc import Iterator

from carreau.core.bench import Bench
from carreau.core.decision import decision
from carreau.core.facts import SIDES, Chosen, Side
from carreau.core.judging import Answer
from carreau.core.ruling import Effect, Ruling
from carreau.petanque import facts as f
from carreau.petanque.effects import BouleDead, BouleDisqualified, HandLost, MovesUndone, PlayerOwes
from carreau.petanque.forfeit import hand_of, side_asked, taken_out
from carreau.petanque.marks import displaced, listed, marked, put_back, reopened
from carreau.petanque.order import HEAD_CLAUSES, head_ruling
from carreau.petanque.state import Boule, PetanqueState

Rulings = Iterator[Ruling]
So = tuple[Ruling, ...]
Whom = tuple[str, Side]

ORANGE_CLAUSES = ("card.orange", "card.time_carded_player", "card.red", "contrary.restore", *HEAD_CLAUSES)
THROWING = ("circle", "feet_outside", "feet_lifted", "body_outside", "wheel_outside", "mud", "time")


def orange(
    book: Bench, now: PetanqueState, whom: Whom, offence: str, boule: str | None, due: bool, clause: str
) -> Rulings:
    """The orange card takes the boule of the breach if it was thrown, else the next one; without any, a later one."""
    played = boule_of(now, whom, offence, boule, due)
    left = hand_of(now, *whom)
    more = now.hand(whom[1]) > 0 if left is None else left > 0
    if played is not None and more and book.settled("C28") is None:
        yield book.ask_umpire(
            "orange_boule", "C28", clause, about=played.id, player=whom[0], of=whom[1], offence=offence, clause=clause
        )
    elif played is not None and (not more or book.reading("C28") == "boule_of_offence"):
        yield from played_boule(book, now, whom, played, clause)
    elif more:
        yield next_boule(book, now, whom, due and played is None, clause)
    elif (answer := book.settled("C27")) is None:
        yield book.ask_umpire(
            "orange_owed", "C27", clause, about=whom[0], waits=False, player=whom[0], of=whom[1], clause=clause
        )
    else:
        yield owed(book, whom, answer, clause)


def boule_of(now: PetanqueState, whom: Whom, offence: str, boule: str | None, due: bool) -> Boule | None:
    """The boule on the ground with which the breach was committed."""
    if not due:
        return None
    named = now.boule(boule) if boule is not None else thrown_by(now, *whom) if offence in THROWING else None
    his = named is not None and (named.player in (None, whom[0]) or whom[0] == whom[1])
    return named if named is not None and his and named.live else None


def thrown_by(now: PetanqueState, person: str, side: Side) -> Boule | None:
    """The boule thrown last, if this player may have thrown it and the side is not about to play again."""
    last = now.boule(now.thrown or "")
    again = now.turn is not None and now.turn.does == "boule" and now.turn.side == side
    if last is None or last.side != side or again:
        return None
    return last if person == side or last.player in (None, person) else None


def played_boule(book: Bench, now: PetanqueState, whom: Whom, boule: Boule, clause: str) -> Rulings:
    """A boule already thrown is taken off; what it moved goes back if that was marked."""
    last = now.thrown == boule.id
    back = marked(displaced(now)) if last else ()
    annulled = (MovesUndone((), annulled=True),) if last and not back else ()
    off = (BouleDisqualified(boule.id), *annulled)
    yield book.rule("orange.played", *off, clause, player=whom[0], side=whom[1], boule=boule.id)
    if not back:
        yield from head_again(book, now, ()) if last else ()
        return
    answer = book.settled("C29")
    if answer is None:
        yield book.ask_umpire("orange_restore", "C29", clause, about=boule.id, objects=listed(back), clause=clause)
    elif answer == "marked_put_back":
        yield from restored(book, now, back, clause)
    else:
        yield stays(book, listed(back), clause)


def restored(book: Bench, now: PetanqueState, back: tuple[str, ...], clause: str) -> Rulings:
    """What the disqualified boule moved lies in its marked place again, and the end goes on from there."""
    effects = (*put_back(back, annulled=True), *reopened(now, back))
    yield book.rule("orange.restored", *effects, clause, "contrary.restore", objects=listed(back))
    yield from head_again(book, now, back)


def stays(book: Bench, objects: str, clause: str) -> Ruling:
    """What the disqualified boule moved keeps its new place."""
    return book.rule("orange.stays", MovesUndone((), annulled=True), clause, objects=objects)


def head_again(book: Bench, now: PetanqueState, back: tuple[str, ...]) -> Rulings:
    """With the last boule gone and nothing else out of its place, whoever held before it holds again."""
    jack_lives = not now.jack.dead or "jack" in back
    if now.phase in ("play", "count") and jack_lives and all(m.object in back for m in displaced(now)):
        yield head_ruling(book, now, now.memory_before.head, thrown=True)


def next_boule(book: Bench, now: PetanqueState, whom: Whom, due: bool, clause: str) -> Ruling:
    """A boule in hand is disqualified; if it stood for this turn's throw, the turn is used."""
    mine = now.turn is not None and now.turn.does == "boule" and now.turn.side == whom[1]
    used = due and mine and book.reading("A31") == "uses_turn"
    person = whom[0] if now.player(whom[0]) is not None else None
    lost = HandLost(whom[1], 1, "disqualified", person, turn_used=used)
    return book.rule("orange.next", lost, clause, player=whom[0], side=whom[1], left=now.hand(whom[1]) - 1)


def owed(book: Bench, whom: Whom, answer: str, clause: str) -> Ruling:
    """A player without a boule to lose loses one in his next end, or nothing."""
    effects = (PlayerOwes(whom[0]),) if answer == "next_end" else ()
    return book.rule(f"orange.{'owed' if effects else 'lapses'}", *effects, clause, player=whom[0], side=whom[1])


def _whom(answer: Answer) -> Whom:
    slots = answer.option.slots
    return str(slots["player"]), side_asked(answer)


@decision("legality", on=Chosen, answers=("orange_boule",), cites=ORANGE_CLAUSES)
def which_boule(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The umpire says whether the boule of the breach or the next one is disqualified."""
    book.reading("C28")
    clause = str(answer.option.slots["clause"])
    boule = now.boule(answer.option.about)
    if answer.choice == "boule_of_offence" and boule is not None:
        yield from played_boule(book, now, _whom(answer), boule, clause)
    else:
        yield next_boule(book, now, _whom(answer), False, clause)


@decision("legality", on=Chosen, answers=("orange_restore",), cites=ORANGE_CLAUSES)
def moved_goes_back(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The umpire says whether the marked things that a disqualified boule moved go back."""
    book.reading("C29")
    clause, objects = str(answer.option.slots["clause"]), str(answer.option.slots["objects"])
    if answer.choice == "marked_put_back":
        yield from restored(book, now, tuple(objects.split(", ")), clause)
    else:
        yield stays(book, objects, clause)


@decision("legality", on=Chosen, answers=("orange_owed",), cites=ORANGE_CLAUSES)
def owed_or_lapsed(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The umpire says whether a penalty without a boule to take is carried over."""
    book.reading("C27")
    yield owed(book, _whom(answer), answer.choice, str(answer.option.slots["clause"]))


@decision("fact", on=(f.CirclePlaced, f.JackThrown), cites=("card.orange",))
def debt_served(book: Bench, was: PetanqueState, now: PetanqueState, fact: f.AnyFact, so_far: So) -> Rulings:
    """A boule owed from an earlier end is lost at the start of the next one that the player plays."""
    if was.end == now.end:
        return
    for player in now.players:
        if player.owes and player.plays and player.hand:
            yield _served(book, (player.id, player.side), min(player.owes, player.hand))
    for side in (s for s in SIDES if now.owed.of(s)):
        yield _served(book, (side, side), min(now.owed.of(side), now.hand(side)))


def _served(book: Bench, whom: Whom, boules: int) -> Ruling:
    person = None if whom[0] == whom[1] else whom[0]
    lost = (HandLost(whom[1], boules, "disqualified", person), PlayerOwes(whom[0], -boules))
    return book.rule("orange.served", *lost, "card.orange", player=whom[0], side=whom[1], boules=boules)


# --- the red card --------------------------------------------------------------------------------


def red(book: Bench, now: PetanqueState, whom: Whom, offence: str, *said: Effect) -> Rulings:
    """The player is out for the game, and the boules he has not played are cancelled."""
    person, side = whom
    out = tuple(taken_out(now, person, side, "game", "card"))
    yield book.rule("card.shown", *said, *out, "card.red", player=person, side=side, card="red", offence=offence)
    yield from left_behind(book, now, whom, "card.red")


def left_behind(book: Bench, now: PetanqueState, whom: Whom, clause: str) -> Rulings:
    """What only the umpire can say of a player taken out: his boules on the ground, and those in his hand."""
    person, side = whom
    ground = tuple(b.id for b in now.boules if b.live and b.player == person)
    answer = book.settled("C30") if ground else None
    if ground and answer is None:
        yield book.ask_umpire("red_ground", "C30", clause, about=person, objects=listed(ground), clause=clause)
    elif ground:
        yield on_the_ground(book, ground, clause, answer)
    if hand_of(now, person, side) is None and now.phase == "play":
        most = min(now.hand(side), now.setup.boules_each or book.limit(f"format.{now.setup.format}_boules"))
        numbers = tuple(str(n) for n in range(most + 1))
        yield book.ask("red_hand", "umpire", numbers, clause, about=person, player=person, of=side, clause=clause)


def on_the_ground(book: Bench, boules: tuple[str, ...], clause: str, answer: str | None) -> Ruling:
    """The boules of a player taken out stay where they lie, or are taken off."""
    if answer == "stay":
        return book.rule("red.stay", clause, objects=listed(boules))
    return book.rule("red.removed", *(BouleDead(b, "disqualified") for b in boules), clause, objects=listed(boules))


OUT_CLAUSES = (
    "card.red", "conduct.persists", "dress.persists", "measure.persists", "licence.excluded", "misconduct.exclusion",
    "umpire.refused",
    "umpire.strict_application", "jury.unforeseen",
)  # fmt: skip


@decision("legality", on=Chosen, answers=("red_ground",), cites=OUT_CLAUSES)
def boules_on_the_ground(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The umpire says whether the boules of a player taken out stay where they lie."""
    book.reading("C30")
    clause, objects = str(answer.option.slots["clause"]), str(answer.option.slots["objects"])
    yield on_the_ground(book, tuple(objects.split(", ")), clause, answer.choice)


@decision("legality", on=Chosen, answers=("red_hand",), cites=OUT_CLAUSES)
def boules_in_his_hand(book: Bench, was: PetanqueState, now: PetanqueState, answer: Answer, so_far: So) -> Rulings:
    """The umpire says how many boules a player taken out had left; they are cancelled."""
    (person, side), boules = _whom(answer), int(answer.choice)
    lost = (HandLost(side, boules, "cancelled", person if now.player(person) else None),) if boules else ()
    yield book.rule("red.hand", *lost, str(answer.option.slots["clause"]), player=person, side=side, boules=boules)


RULES = (which_boule, moved_goes_back, owed_or_lapsed, debt_served, boules_on_the_ground, boules_in_his_hand)
