"""The core judges any sport: here a game of tossing a coin, with a book of five clauses."""

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import structs

from carreau.core.bench import Bench, may_answer
from carreau.core.clause import Check, Clause, Limit, LimitCase, Reading, WrongRulebook
from carreau.core.decision import decision
from carreau.core.facts import Change, Chosen, Corrected, Entry, Fact, Moment, Undone
from carreau.core.game import Game, Misfit, begun, correct, play, replay, undo
from carreau.core.judging import Answer, Contradiction, NotRecorded, asked_for
from carreau.core.rulebook import Rulebook, Sport, edition
from carreau.core.ruling import Answered, Effect, Reminded, Ruling, State


class TossSetUp(Fact, frozen=True, kw_only=True, tag=True):
    """A game of tossing."""

    rulebook: str = "coin"
    categories: tuple[str, ...] = ()
    timed: bool = False
    settings: dict[str, Any] = {}
    readings: dict[str, str] = {}


class Tossed(Fact, frozen=True, kw_only=True, tag=True):
    """The coin fell: heads, tails, or on its edge."""

    fell: str
    twice: bool = False


Toss = TossSetUp | Tossed | Chosen | Undone
AnyToss = Toss | Corrected[Toss]


class Won(Effect, frozen=True, tag=True):
    """A point."""

    topic = "point"
    points: int


class Tosses(State, frozen=True, kw_only=True):
    """How many points there are, and how many tosses."""

    points: int = 0
    tosses: int = 0


Rulings = Iterator[Ruling]


@decision("door", on=Tossed, cites=("coin.sides",))
def has_two_sides(book: Bench, was: Tosses, now: Tosses, fact: Tossed, so_far: tuple[Ruling, ...]) -> Rulings:
    """A coin has two sides and an edge."""
    if fact.fell not in ("heads", "tails", "edge"):
        yield book.refuse("refused.no_side", "coin.sides", fell=fact.fell)
    if was.tosses >= book.limit("coin.tosses"):
        yield book.refuse("refused.too_many", "coin.tosses", breach="once_more")


@decision("value", on=Tossed, cites=("coin.heads",))
def heads_wins(book: Bench, was: Tosses, now: Tosses, fact: Tossed, so_far: tuple[Ruling, ...]) -> Rulings:
    """Heads gives a point."""
    if fact.fell == "heads":
        yield book.rule("toss.heads", Won(1), "coin.heads")


@decision("value", on=Tossed, cites=("coin.double",), needs=("twice",))
def counts_twice(book: Bench, was: Tosses, now: Tosses, fact: Tossed, so_far: tuple[Ruling, ...]) -> Rulings:
    """A second book of rules says that heads gives two."""
    yield book.rule("toss.double", Won(2), "coin.double")


@decision("value", on=Tossed, cites=("coin.edge",))
def edge_is_asked(book: Bench, was: Tosses, now: Tosses, fact: Tossed, so_far: tuple[Ruling, ...]) -> Rulings:
    """On its edge: the umpire says."""
    if fact.fell != "edge":
        return
    if (answer := book.settled("E1")) is None:
        yield book.ask_umpire("edge", "E1", "coin.edge")
    else:
        yield book.rule("toss.edge", Won(int(answer == "heads")), "coin.edge")


@decision("value", on=Chosen, answers=("edge",), cites=("coin.edge",))
def edge_answered(book: Bench, was: Tosses, now: Tosses, answer: Answer, so_far: tuple[Ruling, ...]) -> Rulings:
    """What the umpire said counts."""
    if answer.choice == "again":
        yield book.ask("again", "A", ("yes", "no"), "coin.edge", default="yes")
    else:
        book.reading("E1")
        yield book.rule("toss.edge", Won(int(answer.choice == "heads")), "coin.edge")


@decision("value", on=Chosen, answers=("again",), cites=("coin.edge",))
def again_answered(book: Bench, was: Tosses, now: Tosses, answer: Answer, so_far: tuple[Ruling, ...]) -> Rulings:
    """Whatever is said, the toss counts for nothing."""
    yield book.rule("toss.again", Answered("again"), "coin.edge")


def _won(state: Any, effect: Any) -> Tosses:
    after: Tosses = structs.replace(state, points=state.points + effect.points)
    return after


def _absorb(book: Rulebook, state: Any, fact: Any) -> Any:
    return structs.replace(state, tosses=state.tosses + 1) if isinstance(fact, Tossed) else state


def _due(book: Rulebook, was: Any, now: Any, fact: Any, so_far: tuple[Ruling, ...]) -> str | None:
    return "the toss" if isinstance(fact, Tossed) and fact.fell == "heads" and not so_far else None


COINS = Sport(
    name="coins",
    facts=AnyToss,
    setup=TossSetUp,
    chosen=Chosen,
    stages=("door", "value"),
    start=lambda book, setup: Tosses(),
    absorb=_absorb,
    changes={Won: _won},
    due=_due,
)
TEXT: dict[str, Any] = {
    "id": "coin",
    "title": "Rules of the coin",
    "clauses": {
        "coin.sides": {"row": "1.a", "handled": "decided", "says": "A coin has two sides."},
        "coin.heads": {"row": "1.b", "handled": "decided", "says": "Heads gives a point."},
        "coin.edge": {"row": "1.c", "handled": "asked", "says": "On its edge: the umpire says."},
        "coin.double": {"row": "2.a", "handled": "decided", "says": "Or two."},
        "coin.tosses": {"row": "2.b", "handled": "definition", "says": "Three tosses."},
    },
    "limits": {"coin.tosses": {"value": 3, "unit": "count", "clause": "coin.tosses"}},
    "readings": {
        "E1": {"question": "Edge?", "answers": ["heads", "tails", "again"], "default": "tails", "basis": "ours",
               "decides": "umpire", "serves": "E9", "clauses": ["coin.edge"]},
    },
}  # fmt: skip
ALL = (has_two_sides, heads_wins, counts_twice, edge_is_asked, edge_answered, again_answered)


def text(**changes: Any) -> dict[str, Any]:
    """The rules of the coin, with some tables changed."""
    return {**TEXT, **changes}


def coin(decisions: tuple[Any, ...] = ALL, source: dict[str, Any] | None = None, **options: Any) -> Rulebook:
    """The book of the coin."""
    source = source or TEXT
    cites = tuple(structs.replace(d, cites=(*d.cites, "coin.tosses")) if d is has_two_sides else d for d in decisions)
    return edition(source, COINS, cites, **options)


def game() -> Game:
    """A game of tossing that has begun."""
    return begun(coin(), TossSetUp())


# --- a book is checked when it is put together ------------------------------------------------------


def test_a_clause_that_no_decision_cites_is_refused() -> None:
    """A decided clause without code does not pass."""
    with pytest.raises(WrongRulebook, match=r"no decision cites coin\.heads"):
        coin((has_two_sides, counts_twice, edge_is_asked))
    assert [c.key for c in coin((has_two_sides,), complete=False).open_rows()] == [
        "coin.heads",
        "coin.edge",
        "coin.double",
    ]


def test_a_decision_cites_what_is_there() -> None:
    """An unknown clause, or an unknown stage, is refused with the decision's name; what another edition has may be cited."""
    strange = decision("value", on=Tossed, cites=("coin.rim",))(heads_wins.judge)
    with pytest.raises(WrongRulebook, match=r"heads_wins cites clauses that coin does not have: coin\.rim"):
        coin((*ALL, strange))
    with pytest.raises(WrongRulebook, match="finds nothing in coin to cite"):
        coin((*ALL, strange), elsewhere=("coin.rim",))
    lost = structs.replace(heads_wins, stage="nowhere")
    with pytest.raises(WrongRulebook, match="stage that coins does not have: nowhere"):
        coin((*ALL, lost))


@pytest.mark.parametrize(
    ("source", "says"),
    [
        (
            text(clauses={**TEXT["clauses"], "coin.rim": {"row": "1.a", "handled": "definition", "says": "x"}}),
            "two clauses for coin/1.a",
        ),
        (text(limits={"coin.x": {"value": 1, "unit": "count", "clause": "coin.rim"}}), r"names the clause coin\.rim"),
        (text(readings={"E1": {**TEXT["readings"]["E1"], "default": "rim"}}), "defaults to rim"),
        (text(readings={"E1": {**TEXT["readings"]["E1"], "clauses": ["coin.rim"]}}), r"names clauses .*coin\.rim"),
        (
            text(clauses={**TEXT["clauses"], "coin.heads": {**TEXT["clauses"]["coin.heads"], "covers": ["coin.edge"]}}),
            r"coin\.heads covers coin\.edge, which coin has already",
        ),
        (
            text(readings={"E1": {**TEXT["readings"]["E1"], "supplies": {"coin.heads": ["coin.edge"]}}}),
            r"reading E1 supplies coin\.heads, which coin has already",
        ),
    ],
    ids=[
        "row twice",
        "limit of no clause",
        "no such answer",
        "reading of no clause",
        "printed and covered",
        "printed and taken for granted",
    ],
)
def test_a_text_that_contradicts_itself_is_refused(source: dict[str, Any], says: str) -> None:
    """Rows are there once, and everything named exists."""
    with pytest.raises(WrongRulebook, match=says):
        coin(source=source)


def test_a_ruling_cites_what_its_decision_declares() -> None:
    """No ruling without a clause, and none with a clause that the decision did not declare."""

    @decision("value", on=Tossed, cites=("coin.heads",))
    def silent(book: Bench, was: Tosses, now: Tosses, fact: Tossed, so_far: tuple[Ruling, ...]) -> Rulings:
        yield book.rule("toss.heads", Won(1))

    @decision("value", on=Tossed, cites=("coin.heads",))
    def undeclared(book: Bench, was: Tosses, now: Tosses, fact: Tossed, so_far: tuple[Ruling, ...]) -> Rulings:
        yield book.rule("toss.heads", Won(1), "coin.sides")

    @decision("value", on=Tossed, cites=("coin.heads", "coin.rim"))
    def foreign(book: Bench, was: Tosses, now: Tosses, fact: Tossed, so_far: tuple[Ruling, ...]) -> Rulings:
        yield book.rule("toss.heads", Won(1), "coin.rim")

    @decision("value", on=Tossed, cites=("coin.heads",))
    def leans(book: Bench, was: Tosses, now: Tosses, fact: Tossed, so_far: tuple[Ruling, ...]) -> Rulings:
        yield book.rule(book.reading("E2"), "coin.heads")

    for wrong, says in (
        (silent, "without a clause"),
        (undeclared, r"cites coin\.sides, which it does not declare"),
        (foreign, r"cites coin\.rim, and coin has no such clause"),
        (leans, "leans on reading E2, which coin lacks"),
    ):
        book = coin((*ALL, wrong), elsewhere=("coin.rim",))
        with pytest.raises(WrongRulebook, match=says):
            play(begun(book, TossSetUp()), Tossed(fell="tails"))


def test_an_amendment_changes_something_that_is_there() -> None:
    """A new edition of the same text: rows move, numbers change, decisions give way; what changes nothing is refused."""
    book = coin()
    longer = structs.replace(book.limits["coin.tosses"], value=5)
    renewed = book.amended(
        "coin-2", "Rules of the coin, second", limits={"coin.tosses": longer}, was={"coin.double": "coin-2/3.a"}
    )
    assert renewed.limit("coin.tosses") == 5
    assert renewed.clauses["coin.heads"].row == "coin-2/1.b"
    assert renewed.clauses["coin.double"].row == "coin-2/3.a"
    fewer = book.amended("coin-3", "x", dropped=("coin.double",), without=(counts_twice,))
    assert "coin.double" not in fewer.clauses
    clause = Clause(key="coin.rim", row="coin-2/4.a", handled="decided", says="The rim.")
    reading = Reading(question="?", answers=("a",), default="a", basis="ours", decides="program")
    for says, changes in (
        ("changes nothing", {"limits": {"coin.tosses": book.limits["coin.tosses"]}}),
        ("changes nothing", {"readings": {"E1": book.readings["E1"]}}),
        ("drops clauses", {"dropped": ("coin.rim",)}),
        ("leaves out decisions", {"without": (structs.replace(heads_wins, name="x"),)}),
        ("which coin does not have", {"was": {"coin.rim": "coin-2/4.a"}}),
        ("where it already stands", {"was": {"coin.double": book.clauses["coin.double"].row}}),
        ("no decision cites coin.rim", {"clauses": {"coin.rim": clause}}),
    ):
        with pytest.raises(WrongRulebook, match=says):
            book.amended("coin-2", "x", **changes)
    assert book.amended("coin-2", "x", readings={"E2": reading}).reading("E2") == "a"


def test_the_book_of_one_game() -> None:
    """Limits by category, timed games and settings; readings as chosen, under either of their ids."""
    limit, young, timed = Limit.for_game, LimitCase(value=2, clause="c"), LimitCase(value=1, clause="c")
    base = Limit(value=3, unit="count", clause="c", setting="tosses", by={"young": young}, timed=timed)
    assert limit(base, (), False, {}).value == 3
    assert limit(base, ("young",), True, {}).value == 2
    assert limit(base, (), True, {}).value == 1
    assert limit(base, ("young",), False, {"tosses": 9}).value == 9
    book = coin().for_game((), False, {}, {"E1": "heads"})
    assert book.reading("E9") == "heads"
    assert book.settled("E9") == "heads"
    assert coin().settled("E9") is None


def test_a_check_compares_numbers_words_and_yes_or_no() -> None:
    """Both ends of a range are included; a word where a number belongs does not pass."""
    size = Check(property="size", min=2, max=4)
    assert [size.passes(n) for n in (1, 2, 4, 5, "3", True)] == [False, True, True, False, False, False]
    assert Check(property="kind", one_of=("a", "b")).passes("b")
    assert Check(property="round", is_=True).passes(True)
    assert not Check(property="round", is_=True).passes(1)


# --- judging -----------------------------------------------------------------------------------------


def test_the_door_refuses_with_a_reason_and_a_breach() -> None:
    """What cannot have happened is not recorded."""
    with pytest.raises(NotRecorded) as no:
        play(game(), Tossed(fell="rim"))
    assert (no.value.ruling.key, no.value.ruling.cites, no.value.breach) == ("refused.no_side", ("coin/1.a",), None)
    three = play(play(play(game(), Tossed(fell="tails")), Tossed(fell="tails")), Tossed(fell="tails"))
    with pytest.raises(NotRecorded) as no:
        play(three, Tossed(fell="tails"))
    assert no.value.breach == "once_more"


def test_the_door_may_remark_without_refusing() -> None:
    """What is only said at the door does not keep the fact out."""

    @decision("door", on=Tossed, cites=("coin.sides",))
    def remarks(book: Bench, was: Tosses, now: Tosses, fact: Tossed, so_far: tuple[Ruling, ...]) -> Rulings:
        yield book.rule("toss.remark", Reminded("coin.sides"), "coin.sides")

    told = play(begun(coin((*ALL, remarks)), TossSetUp()), Tossed(fell="heads"))
    assert [ruling.key for ruling in told.rulings] == ["toss.remark", "toss.heads"]
    assert told.state.reminded == {"coin.sides"}
    assert told.state.points == 1  # type: ignore[attr-defined]


def test_nothing_that_asks_is_heard_while_a_question_waits() -> None:
    """The coin stands on its edge: another such toss waits for the answer, one that asks nothing is heard."""
    asked = play(game(), Tossed(fell="edge"))
    with pytest.raises(NotRecorded) as no:
        play(asked, Tossed(fell="edge"))
    assert (no.value.ruling.key, no.value.ruling.slots["ask"]) == ("refused.waiting", "edge")
    assert play(asked, Tossed(fell="heads")).state.waiting == asked.state.waiting


@pytest.mark.parametrize(
    ("side", "who"),
    [
        ("A", {"A", "both", "scorer", "umpire", "simulator"}),
        ("umpire", {"umpire", "jury", "both", "simulator"}),
        ("jury", {"jury"}),
    ],
)
def test_who_may_enter_an_answer(side: str, who: set[str]) -> None:
    """What a side says others may write down; what the jury says it says itself."""
    assert set(may_answer(side)) == who


def test_a_log_is_counted_by_its_order() -> None:
    """Entries with other numbers are numbered as they stand."""
    log = [Entry(moment=Moment(seq=n), fact=fact) for n, fact in ((4, TossSetUp()), (9, Tossed(fell="heads")))]
    assert [entry.moment.seq for entry in replay(coin(), log).log[1:]] == [1]


def test_two_decisions_that_contradict_each_other_are_named() -> None:
    """One book can't give one point and two for the same toss."""
    with pytest.raises(Contradiction, match=r"heads_wins and test_core\.counts_twice contradict each other on point"):
        play(game(), Tossed(fell="heads", twice=True))


def test_silence_where_a_ruling_is_due_is_an_error() -> None:
    """A book without the decision about heads says nothing of heads."""
    mute = begun(coin((has_two_sides, edge_is_asked), complete=False), TossSetUp())
    with pytest.raises(Contradiction, match="no decision rules on the toss after Tossed"):
        play(mute, Tossed(fell="heads"))


def test_a_question_interrupts_and_its_answer_may_ask_again() -> None:
    """The judgement waits, one question at a time, and the story knows what an answer settles."""
    asked = play(game(), Tossed(fell="edge"))
    assert asked.state.waiting is not None
    assert asked.options[0].id == "1.1"
    second = play(asked, Chosen(choice="again"), moment=Moment(by="umpire"))
    assert second.state.waiting is not None
    assert second.state.waiting.ask == "again"
    done = play(second, Chosen(choice="no"))
    assert done.state.options == ()
    assert [step.settles for step in done.line] == [None, None, 1, 1]
    assert undo(done, 1).state == structs.replace(begun(coin(), TossSetUp()).state)
    with pytest.raises(LookupError):
        asked_for(done.state, Chosen(choice="no"))


def test_an_answer_fixed_for_the_game_is_not_asked() -> None:
    """A reading chosen in the set-up speaks by itself, and the ruling says that it leaned on it."""
    settled = play(begun(coin(), TossSetUp(readings={"E1": "heads"})), Tossed(fell="edge"))
    assert settled.state.points == 1  # type: ignore[attr-defined]
    assert settled.rulings[0].readings == ("E1",)


# --- undo and correction -----------------------------------------------------------------------------


def test_a_set_up_the_book_does_not_know_is_refused() -> None:
    """Another book's game, an unknown reading, an unknown answer, or no set-up at all."""
    for setup in (TossSetUp(rulebook="dice"), TossSetUp(readings={"E2": "x"}), TossSetUp(readings={"E1": "x"})):
        with pytest.raises(NotRecorded):
            begun(coin(), setup)
    with pytest.raises(NotRecorded):
        correct(game(), (Change(seq=0, facts=(Tossed(fell="tails"),)),))
    with pytest.raises(NotRecorded):
        correct(game(), (Change[Any](seq=0, facts=()),))


def test_the_set_up_can_be_corrected_but_not_undone() -> None:
    """Line 0 is a fact as well; a game without it is none."""
    told = play(game(), Tossed(fell="edge"))
    told = play(told, Chosen(choice="tails"), moment=Moment(by="umpire"))
    fixed = correct(told, (Change(seq=0, facts=(TossSetUp(readings={"E1": "heads"}),)), Change[Any](seq=2, facts=())))
    assert fixed.state.points == 1  # type: ignore[attr-defined]
    with pytest.raises(NotRecorded) as no:
        undo(fixed, 0)
    assert no.value.ruling.key == "refused.undo_setup"


def test_corrections_are_withdrawn_by_undoing_not_by_correcting() -> None:
    """The story is told again without a withdrawn undoing; what has lost its force stays in the log."""
    told = play(play(game(), Tossed(fell="heads")), Tossed(fell="tails"))
    gone = undo(told, 1)
    with pytest.raises(NotRecorded) as no:
        correct(gone, (Change[Any](seq=3, facts=()),))
    assert no.value.ruling.key == "refused.correct_correction"
    back = undo(gone, 3)
    assert back.line == told.line
    again = undo(back, 4)
    assert again.line == gone.line
    assert [type(e.fact).__name__ for e in again.log] == ["TossSetUp", "Tossed", "Tossed", "Undone", "Undone", "Undone"]
    assert replay(coin(), again.log).line == again.line
    both = undo(play(again, Tossed(fell="heads")), 3, 6)
    assert both.state.points == 1  # type: ignore[attr-defined]
    with pytest.raises(NotRecorded) as no:
        undo(both, 40)
    assert no.value.ruling.key == "refused.no_such_entry"


def test_an_undoing_after_which_a_later_fact_does_not_fit_is_refused_whole() -> None:
    """Nothing is recorded, and the fact that no longer fits is named."""
    one = play(game(), Tossed(fell="edge"))
    answered = play(one, Chosen(choice="tails"), moment=Moment(by="umpire"))
    more = play(play(answered, Tossed(fell="tails")), Tossed(fell="tails"))
    with pytest.raises(Misfit) as no:
        correct(more, (Change(seq=1, facts=(Tossed(fell="tails"), Tossed(fell="tails"))),))
    assert no.value.seq == 4
    assert len(more.heard) == 5
    undone = undo(play(play(game(), Tossed(fell="tails")), Tossed(fell="tails")), 2)
    refilled = play(play(undone, Tossed(fell="tails")), Tossed(fell="tails"))
    with pytest.raises(Misfit):
        undo(refilled, 3)


def test_what_was_known_then_and_what_stands_now() -> None:
    """`as_entered` is the story of that moment, `state_at` the present story up to there."""
    told = undo(play(play(game(), Tossed(fell="heads")), Tossed(fell="heads")), 1)
    assert told.as_entered(2).points == 2  # type: ignore[attr-defined]
    assert told.state_at(2).points == 1  # type: ignore[attr-defined]
