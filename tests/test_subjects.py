"""Where facts belong: two people who tell of the same thing meet, and what is another thing has another address."""

from random import Random
from typing import Any

import pytest
from msgspec import structs

from carreau.casebook import told
from carreau.core.facts import Change, Chosen, Corrected, Undone
from carreau.core.game import Game, begun, play, undo
from carreau.petanque import facts as f
from carreau.petanque.notation import setup_of
from carreau.sports import kit_of
from carreau.sports.courtside import address, legal_now, subject
from tests.anygame import TABLES, Table
from tests.proof import FIPJP
from tests.test_possible import every_book

END = "draw A; jack ok marked; A p holds=A; B p holds=B; A s B.1>out holds=A"


def game_of(text: str, **setup: Any) -> Game:
    """A game of pétanque."""
    return told(begun(FIPJP, setup_of(FIPJP.id, setup)), text)[0]


def told_at(book_id: str, text: str, **setup: Any) -> Game:
    """A game of another book."""
    table = TABLES[book_id]
    return told(begun(table.book, kit_of(table.book).setup_of(book_id, setup)), text)[0]


PETANQUE = [
    ("draw A", "toss"),
    ("circle drawn 400 marked", "end:1/circle"),
    ("jack ok", "end:1/jack/try:1"),
    ("A p holds=A", "end:1/boule:1"),
    ("B p holds=B", "end:1/boule:2"),
    ("head A", "end:1/after:2/head"),
    ("near A.1 B.1", "end:1/after:2/measure:A.1+B.1"),
    ("equal B.1 A.1", "end:1/after:2/measure:A.1+B.1"),
    ("map A.1 B.1", "end:1/after:2/head"),
    ("MeasuringBegun side=A", "end:1/after:2/measuring"),
    ("ObjectMoved object=A.1 by=wind", "end:1/after:2/moved:A.1"),
    ("umpire: CardShown card=yellow player=A1 offence=circle", "end:1/card:-:A1:circle"),
    ("ClockStarted clock=boule", "clock:boule@1.3/started"),
    ("ClockExpired clock=boule elapsed_ms=60001", "clock:boule@1.3/expired"),
    ("ClockExpired clock=absence elapsed_ms=60001 player=B1", "clock:absence@B1/expired"),
    ("ClockPaused clock=game", "clock:game/paused"),
    ("umpire: Ruled outcome=turn side=A", "end:1/after:2/ruled:turn"),
    ("umpire: Ruled outcome=note", "note:7f"),
    ("Noted text=rain", "note:7f"),
    ("BoulesPickedUp side=A boules=[\"B.1\",\"A.1\"]", "end:1/after:2/picked_up:A.1+B.1"),
    ("close", "end:1/closed"),
    ("end A 2", "end:1/count"),
    ("result", "result"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "wanted"), PETANQUE, ids=[text for text, _ in PETANQUE])
def test_addresses_of_petanque(text: str, wanted: str) -> None:
    before = (
        "" if wanted in ("toss",) else "draw A" if "circle" in text[:6] or "jack" in text[:4] else "draw A; jack ok"
    )
    if text == "B p holds=B":
        before = "draw A; jack ok; A p holds=A"
    elif "after:2" in wanted or "1.3" in wanted or wanted.endswith(("closed", "count", "result")):
        before = "draw A; jack ok; A p holds=A; B p holds=B"
    game = game_of(before)
    fact = next(iter(kit_of(FIPJP).facts_of(text, lambda: game.state)))[1]
    assert subject(game.book, fact, game.state, "7f") == wanted


def test_an_agreed_end_is_followed_by_the_next() -> None:
    ends = game_of("draw A; end A 3; end B 1", detail="ends")
    assert subject(ends.book, f.EndCounted(side="A", points=2), ends.state) == "end:3/count"
    assert subject(ends.book, f.JackThrown(side="B", good=True), ends.state) == "end:3/jack/try:1"


def test_a_jack_that_has_passed_is_another_throw() -> None:
    """Each side's throws are counted, and a side's own again after the jack has come back."""
    game = told_at("fpusa-1995", "draw A; jack bad too_near")
    assert subject(game.book, f.JackThrown(side="A", good=True), game.state) == "end:1/jack/try:2"
    passed = told(game, "jack bad too_near; jack bad too_near")[0]
    assert subject(passed.book, f.JackThrown(side="B", good=True), passed.state) == "end:1/jack/try:1.1"


FIVE = [
    ("lag nearer=A", "lag"),
    ("hit pins=n", "set:1/stroke:1"),
    ("touch touched", "set:1/stroke:1"),
    ("clock 0:41", "clock:stroke@1.1/expired"),
    ("break-clock 5:00", "clock:break/expired"),
    ("laid lower", "set:1/after:0/laid"),
    ("good", "set:1/last_point"),
    ("left A leave", "player:A/left"),
    ("umpire: Ruled outcome=points side=A points=2 note=x", "set:1/after:0/ruled:points"),
    ("umpire: Ruled outcome=note note=x", "note:7f"),
    ("Noted text=x", "note:7f"),
    ("OffenceSeen offence=marks side=A", "set:1/offence:marks:A"),
]


@pytest.mark.parametrize(("text", "wanted"), FIVE, ids=[text for text, _ in FIVE])
def test_addresses_of_five_pins(text: str, wanted: str) -> None:
    game = told_at("umb-5pin-1997", "first A; start", distance=60)
    fact = next(iter(kit_of(game.book).facts_of(text, lambda: game.state)))[1]
    assert subject(game.book, fact, game.state, "7f") == wanted


COCHONNET = [
    ("lag A", "lag"),
    ("A holds=A", "end:1/ball:1"),
    ("head A", "end:1/after:0/head"),
    ("end A 1", "end:1/count"),
    ("OffenceSeen offence=body side=A player=A1", "end:1/offence:body:A:A1"),
    ("umpire: Ruled outcome=other note=x", "note:7f"),
    ("umpire: turn B", "end:1/after:0/ruled:turn"),
]


@pytest.mark.parametrize(("text", "wanted"), COCHONNET, ids=[text for text, _ in COCHONNET])
def test_addresses_of_cochonnet(text: str, wanted: str) -> None:
    game = told_at("billard-cochonnet", "lag A; jack ok")
    fact = next(iter(kit_of(game.book).facts_of(text, lambda: game.state)))[1]
    assert subject(game.book, fact, game.state, "7f") == wanted


def test_a_cochonnet_jack_that_failed_is_thrown_again() -> None:
    game = told_at("billard-cochonnet", "lag A")
    jack: Any = next(iter(kit_of(game.book).facts_of("jack over", lambda: game.state)))[1]
    assert subject(game.book, jack, game.state) == "end:1/jack/try:1"
    again = play(game, jack)
    assert subject(game.book, jack, again.state) == "end:1/jack/try:2"
    passed = play(again, jack)
    other = structs.replace(jack, side="B")
    assert subject(game.book, other, passed.state) == "end:1/jack/try:passed.1"


# --- what all sports share -------------------------------------------------------------------------


def test_answers_undoings_and_corrections() -> None:
    stopped = f.Moved(object="jack", marked=True, stopped=f.Stopped(by="player", side="A"))
    game = play(game_of(END), f.BouleThrown(side="B", how="shot", moved=(stopped,)))
    assert subject(game.book, Chosen(choice="leave"), game.state) == "option:6.1"
    assert subject(game.book, Chosen(choice="restore", option="jack_stopped"), game.state) == "option:6.1"
    assert subject(game.book, Chosen(choice="x"), game_of(END).state) == "option:-"
    assert subject(game.book, Undone(seqs=(5, 4)), game.state) == "entry:4"
    assert subject(game.book, Undone(seqs=()), game.state) == "entry:-"
    corrected = Corrected(changes=(Change[Any](seq=4, facts=()),))
    assert subject(game.book, corrected, game.state) == "entry:4"


def test_the_second_of_its_kind_has_its_number() -> None:
    """An end measured twice, a second card of the same kind; not the one that has been undone."""
    game = game_of(END)
    head = f.HeadStated(holds="A")
    assert address(game, head) == "end:1/after:3/head"
    twice = play(game, head)
    assert address(twice, f.HeadStated(holds="equal")) == "end:1/after:3/head#2"
    assert address(twice, f.HeadStated(holds="equal"), seen=5) == "end:1/after:3/head"
    assert address(undo(twice), f.HeadStated(holds="equal")) == "end:1/after:3/head"
    noted = play(game, f.Noted(text="x"))
    assert address(noted, f.Noted(text="x"), uid="b") == "note:b"


@every_book
def test_every_kind_has_an_address(table: Table) -> None:
    """Whatever can be entered has one, and so has every fact of a story, each its own but for notes and answers."""
    for seed in range(5):
        chance = Random(seed)
        game = list(table.walk(chance, 30, seldom=0.3))[-1]
        assert all(
            ":" in subject(game.book, form.fact, game.state) or form.kind in WHOLE
            for form in legal_now(game.book, game.state)
        )
        for kind in table.kinds:
            assert subject(game.book, table.built(chance, game.state, kind), game.state)


WHOLE = {"DrawWon", "TerrainChosen", "ResultAgreed", "LagPlayed", "StarterChosen", "BreakTaken"}  # once a game


@every_book
def test_no_two_facts_of_a_story_meet(table: Table) -> None:
    """Seen from the story before it, each fact of a game has an address that no earlier one had."""
    game = list(table.walk(Random(4), 40, seldom=0.2))[-1]
    addresses = [address(game, step.entry.fact, seen=step.seq - 1, uid=str(step.seq)) for step in game.line[1:]]
    assert len(set(addresses)) == len(addresses) > 10


@every_book
def test_what_does_not_depend_on_the_head_moves_no_address(table: Table) -> None:
    """A card, a note or a clock entered meanwhile leaves the next throw where it was."""
    moved = 0
    for seed in range(5):
        chance = Random(seed)
        for game in table.walk(chance, 30):
            fact = table.likely(chance, game.state)[1]
            for form in (form for form in legal_now(game.book, game.state) if form.independent):
                after = play(game, form.fact, moment=structs.replace(game.state.moment, by=form.by))
                assert address(after, fact, uid="x") == address(game, fact, uid="x")
                moved += 1
    assert moved
