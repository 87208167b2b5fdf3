"""The tables for phones, compared entry by entry with the book, and with games that are really played."""

import gzip
import json
import re
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import structs

from carreau.billiards import cochonnet_facts, five_facts
from carreau.books import BOOKS, book
from carreau.core.facts import SIDES, Chosen, Moment, other
from carreau.core.game import Game, begun, play
from carreau.core.judging import NotRecorded
from carreau.offline import chart, cochonnet, five_pins, name_of, packed, petanque, place_of, tables
from carreau.offline.__main__ import main
from carreau.petanque import facts as f
from carreau.petanque.notation import setup_of
from carreau.sports import Json, kit_of
from carreau.sports.parts import rows_of
from tests import test_order_table as text

PETANQUE = ("fipjp-2016", "fpusa-1995", "suomi")
FORMATS = {"6": "triples", "3": "singles"}
HEADS = ("nobody", "A", "B", "equal")
LARGEST = 5000  # bytes of a table with gzip
OTHER = {"A": "B", "B": "A"}


@cache
def file_of(id: str) -> bytes:
    """The tables of an edition as they are sent to a phone."""
    return packed(tables(book(id)))


@cache
def made(id: str) -> Json:
    """The tables of an edition as a phone has them."""
    found: Json = json.loads(file_of(id))
    return found


class Pointer:
    """A phone's finger on a chart: a number, and what the columns say of it."""

    def __init__(self, order: Json, number: int) -> None:
        self.order, self.number = order, number

    def says(self, column: str) -> Any:
        """What a column holds here."""
        return self.order["states"][column][self.number]

    @property
    def turn(self) -> str | None:
        """Who plays."""
        return (None, *SIDES)[self.says("turn")]

    @property
    def rows(self) -> list[str]:
        """The rows that say so."""
        rows: list[str] = self.order["rows"][self.says("why")]
        return rows

    def after(self, outcome: str, answer: str | None = None) -> "Pointer | None":
        """Where an outcome leads; with a question, by its answer."""
        way = self.says(outcome)
        if way is None:
            return None
        if way < chart.QUESTION:
            return Pointer(self.order, self.number + way)
        answers = self.order["questions"][way - chart.QUESTION]["answers"]
        return Pointer(self.order, answers[answer or next(iter(answers))])


# --- the order of play at pétanque -----------------------------------------------------------------


@pytest.mark.parametrize(("boules", "states"), [("6", 876), ("3", 216)])
@pytest.mark.parametrize("id", PETANQUE)
def test_every_state_of_plain_play_is_there(id: str, boules: str, states: int) -> None:
    order = made(id)["order"][boules]
    assert {len(column) for column in order["states"].values()} == {states}
    assert set(order["states"]) == {*order["fields"], "turn", "why", *HEADS}


@pytest.mark.parametrize("boules", [6, 3])
def test_the_chart_is_what_the_text_says(boules: int) -> None:
    """Every state, its turn and rows, and every way onward, against a second reading of the text."""
    order = json.loads(packed(tables(book("fipjp-2016"), {"C21": "goes_on"})))["order"][str(boules)]
    assert order["questions"] == []
    places = {here: Pointer(order, n) for n, here in enumerate(heres(order))}
    assert set(places) == set(text.table(boules))
    for here, pointer in places.items():
        plays = text.plays(here)
        rows = {row.removeprefix("fipjp-2016/") for row in pointer.rows}
        assert (pointer.turn, rows) == (plays or (None, rows))
        for head in HEADS if plays is not None else ():
            there = pointer.after(head)
            assert there is not None
            assert there.number == places[text.after(here, plays[0], head)].number  # type: ignore[index]


def heres(order: Json) -> list[text.Here]:
    """The states of a chart in the words of the second reading."""
    columns = [order["states"][field] for field in order["fields"]]
    return [
        text.Here(
            SIDES[opener - 1], a, b, HEADS[head], bool(lain), (None, *SIDES)[last], None if again < 0 else bool(again)
        )
        for opener, a, b, head, lain, last, again in zip(*columns, strict=True)
    ]


@pytest.mark.parametrize("id", PETANQUE)
@pytest.mark.parametrize("boules", list(FORMATS))
def test_every_entry_is_what_the_book_rules(id: str, boules: str) -> None:
    """Each state stated to the book, each outcome thrown: the turn, the rows, the question and the next state."""
    order, edition = made(id)["order"][boules], book(id)
    way = petanque.order(edition, int(boules), {})
    columns = [order["states"][field] for field in order["fields"]]
    keys = list(zip(*columns, strict=True))
    for n, key in enumerate(keys):
        pointer, game = Pointer(order, n), way.stated(key)
        agrees(pointer, game)
        for outcome in HEADS if pointer.turn is not None else ():
            after = play(game, way.thrown(str(pointer.turn), outcome), trusted=True)
            asked = after.state.waiting
            if asked is None:
                there = pointer.after(outcome)
                assert there is not None
                assert keys[there.number] == way.key_of(after.state, key)
                continue
            question = order["questions"][pointer.says(outcome) - chart.QUESTION]
            assert (question["ask"], question["side"]) == (asked.ask, asked.side)
            assert set(question["answers"]) == {c.id for c in asked.choices}
            for choice, number in question["answers"].items():
                answered = play(after, Chosen(choice=choice), moment=Moment(by="umpire"))
                assert keys[number] == way.key_of(answered.state, key)


def agrees(pointer: Pointer, game: Game, does: str = "boule") -> None:
    """The chart says of this state what the book says of the game."""
    state: Any = game.state
    playing = state.turn is not None and state.turn.does == does
    assert pointer.turn == (state.turn.side if playing else None)
    assert (pointer.says("a"), pointer.says("b")) == (state.hand("A"), state.hand("B"))
    if state.turn is not None:
        assert pointer.rows == rows_of(game.book, state.turn.clauses)


@pytest.mark.parametrize("id", PETANQUE)
@pytest.mark.parametrize("boules", list(FORMATS))
def test_whole_ends_follow_the_chart(id: str, boules: str) -> None:
    """Games that are really played, boule by boule from the draw on; the place is found again from the state."""
    whole = made(id)
    for seed in range(6):
        chance = Random(seed)
        opener = chance.choice(SIDES)
        game = begun(book(id), setup_of(id, {"format": FORMATS[boules]}))
        game = play(play(game, f.DrawWon(side=opener)), f.JackThrown(side=opener, good=True))
        pointer = Pointer(whole["order"][boules], whole["order"][boules]["starts"][SIDES.index(opener)])
        while pointer.turn is not None:
            agrees(pointer, game)
            assert place_of(whole, game.book, game.state) == (boules, pointer.number)
            head, fact = thrown(chance, game, pointer.turn)
            game = play(game, fact)
            answer = None
            if game.state.waiting is not None:
                assert place_of(whole, game.book, game.state) is None
                answer = chance.choice(game.state.waiting.choices).id
                game = play(game, Chosen(choice=answer), moment=Moment(by="umpire"))
            pointer = pointer.after(head, answer)  # type: ignore[assignment]
            assert pointer is not None
        assert game.state.phase == "count"  # type: ignore[attr-defined]
        assert place_of(whole, game.book, game.state) is None


def thrown(chance: Random, game: Game, side: str) -> tuple[str, f.BouleThrown]:
    """A boule and who holds afterwards: anybody who has a boule there, nobody, or as before when it goes out."""
    state: Any = game.state
    if chance.random() < 0.2:
        out = f.Moved(object="thrown", out=True)
        return state.head, f.BouleThrown(side=side, moved=(out,), holds=state.head)  # type: ignore[arg-type]
    live = [s for s in SIDES if state.live(s) or s == side]
    head: Any = chance.choice([*live, *(["equal"] if len(live) > 1 else []), "nobody"])
    return head, f.BouleThrown(side=side, holds=head)  # type: ignore[arg-type]


def test_both_sides_are_treated_alike() -> None:
    """With the names exchanged the chart is the same."""
    order = made("fipjp-2016")["order"]["6"]
    columns = [order["states"][field] for field in order["fields"]]
    keys = {key: n for n, key in enumerate(zip(*columns, strict=True))}
    swap = {0: 0, 1: 2, 2: 1, 3: 3}
    for (opener, a, b, head, lain, last, again), n in keys.items():
        other = Pointer(order, keys[swap[opener], b, a, swap[head], lain, swap[last], again])
        assert swap[order["states"]["turn"][n]] == other.says("turn")


# --- the score -------------------------------------------------------------------------------------


@pytest.mark.parametrize("id", PETANQUE)
def test_every_end_does_to_the_score_what_the_book_says(id: str) -> None:
    """Each score, each side, each number of points: the points after it, who has won, who throws the jack."""
    for target, table in made(id)["ends"].items():
        fields = {"format": "triples", "detail": "ends", "target": int(target), "stage": "league"}
        drawn = play(begun(book(id), setup_of(id, fields)), f.DrawWon(side="B"))
        for a, b in product(range(0, int(target), 2), range(int(target))):
            game = play(drawn, f.PositionStated(score={"A": a, "B": b}, jack="in_hand", opener="B"))
            for side, points in (("A", 1), ("A", 6), ("B", 3), ("B", 5), (None, 0)):
                state: Any = play(game, f.EndCounted(side=side, points=points)).state  # type: ignore[arg-type]
                score = {"A": a, "B": b}
                if side is not None:
                    score[side] = table["score"][score[side]][points - 1]
                assert kit_of(book(id)).score(book(id), state) == {s: abs(n) for s, n in score.items()}
                assert state.winner == next((s for s, n in score.items() if n < 0), None)
                if state.winner is None:
                    said = table["jack"]["points" if points else "none"]
                    assert state.owner == {"scorer": side, "same": "B", "other": "A"}[said]


@pytest.mark.parametrize("id", PETANQUE)
@pytest.mark.parametrize("format", ["triples", "singles"])
def test_what_follows_a_jack_is_what_the_book_says(id: str, format: str) -> None:
    """In a later end, for each reason that the edition knows: the same as in the table."""
    table = made(id)["jack"]
    both = Moment(by="both")
    for reason in (None, "too_near", "too_far", "obstacle", "hidden"):
        start = begun(book(id), setup_of(id, {"format": format}))
        game = play(start, f.PositionStated(end=3, opener="B", jack="in_hand", ends_completed=2))
        side: Any = "B"
        for n, throws in enumerate(table["bad"]):
            opened: Any = play(game, f.JackThrown(side=side, good=True)).state
            assert (opened.turn.side == side) == (table["good"][n] == "thrower")
            assert opened.turn.does == "boule"
            for said in throws:
                game = play(game, f.JackThrown(side=side, good=False, reason=reason), moment=both)
                state: Any = game.state
                turn = None if state.waiting or state.turn is None else (state.turn.does, state.turn.side == side)
                assert (
                    turn
                    == {"again": ("jack", True), "passed": ("jack", False), "placed": ("place", False), None: None}[
                        said
                    ]
                )
            if throws[-1] == "placed":
                lies: Any = play(game, f.JackPlaced(side="A", good=True)).state
                assert (lies.turn.side == side) == (table["placed"] == "thrower")
            side = "A"


def test_the_shorter_target_is_there_where_the_book_has_it() -> None:
    assert {id: list(made(id)["ends"]) for id in PETANQUE} == {
        "fipjp-2016": ["11", "13"],
        "fpusa-1995": ["11", "13"],
        "suomi": ["13"],
    }


def test_who_throws_the_jack_is_read_from_the_book() -> None:
    """A book that gave it to the others would be heard."""
    none = {"A": "same", "B": "other"}
    for owner, wanted in none.items():
        assert petanque.next_jack(owner, scorer=None) == wanted
    assert (petanque.next_jack("B", scorer="B"), petanque.next_jack("A", scorer="B")) == ("scorer", "same")


# --- cochonnet -------------------------------------------------------------------------------------

COCHONNET = "billard-cochonnet"


@pytest.mark.parametrize("readings", [{}, {"C-A10": "farther_plays"}, {"C-A10": "alternate"}])
def test_whole_ends_of_cochonnet_follow_the_chart(readings: dict[str, str]) -> None:
    """Games that are really played, ball by ball from the draw on."""
    edition = book(COCHONNET)
    whole = json.loads(packed(tables(edition, readings)))
    order = whole["order"]["8"]
    for seed in range(6):
        chance = Random(seed)
        opener = chance.choice(SIDES)
        game = begun(edition, kit_of(edition).setup_of(COCHONNET, {"readings": readings}))
        game = play(game, cochonnet_facts.LagPlayed(won_by=opener))
        game = play(game, cochonnet_facts.JackThrown(side=opener, good=True))
        pointer = Pointer(order, order["starts"][SIDES.index(opener)])
        while pointer.turn is not None:
            agrees(pointer, game, "ball")
            assert place_of(whole, edition, game.state) == ("8", pointer.number)
            state: Any = game.state
            live = [s for s in SIDES if state.live(s) or s == pointer.turn]
            outcome = chance.choice([*live, *(["equal"] if len(live) > 1 else []), "annulled"])
            game = play(game, cochonnet.ball(pointer.turn, outcome))
            pointer = pointer.after(outcome)  # type: ignore[assignment]
            assert pointer is not None
        assert game.state.phase == "count"  # type: ignore[attr-defined]
        assert place_of(whole, edition, game.state) is None


def test_every_entry_of_cochonnet_is_what_the_book_rules() -> None:
    order = made(COCHONNET)["order"]["8"]
    way = cochonnet.order(book(COCHONNET), 8, {})
    keys = list(zip(*(order["states"][field] for field in order["fields"]), strict=True))
    assert len(keys) == 2188
    for n, key in enumerate(keys):
        pointer, game = Pointer(order, n), way.stated(key)
        agrees(pointer, game, "ball")
        for outcome in cochonnet.OUTCOMES if pointer.turn is not None else ():
            after = play(game, way.thrown(str(pointer.turn), outcome), trusted=True)
            there = pointer.after(outcome)
            assert there is not None
            assert keys[there.number] == way.key_of(after.state, key)


# --- five pins -------------------------------------------------------------------------------------

FIVE = "umb-5pin-1997"


@pytest.mark.parametrize("kind", five_pins.KINDS)
@pytest.mark.parametrize("striker", SIDES)
def test_every_stroke_is_worth_what_the_book_says(kind: Any, striker: Any) -> None:
    """All answers to the referee's few questions, in the middle of a match and for either player."""
    whole = made(FIVE)
    edition = book(FIVE)
    game = begun(edition, kit_of(edition).setup_of(FIVE, {"distance": 100}))
    score: Any = {"A": 31, "B": 17}
    hand = kind == "ball_in_hand"
    here = five_facts.PositionStated(
        starter="B", striker=striker, stroke=kind, score=score, half="lower" if hand else None, laid=hand or None
    )
    game = play(game, here, moment=Moment(by="umpire"))
    part = {"striker": striker, "opponent": OTHER[striker], None: None}
    possible = 0
    for number, quick in zip(whole["strokes"][kind], five_pins.quicks(), strict=True):
        try:
            after = play(game, five_facts.StrokePlayed(quick=quick), trusted=True)
        except NotRecorded:
            assert number is None
            continue
        assert number is not None
        possible += 1
        state: Any = after.state
        told = whole["outcomes"][number]
        assert told["asks"] == [option.ask for option in state.options]
        assert [key for key, _, _ in told["says"]] == [r.key for r in after.rulings]
        assert [rows for _, _, rows in told["says"]] == [list(r.cites) for r in after.rulings]
        if state.waiting is not None:
            assert told["points"] is None
            continue
        gained = {side: state.points(side) - score[side] for side in SIDES}
        assert gained == {side: told["points"] if part[told["to"]] == side else 0 for side in SIDES}
        assert (part[told["next"]], told["hand"]) == (state.turn.side, state.kind == "ball_in_hand")
    assert possible == 1095


def test_the_number_of_a_stroke_is_its_answers() -> None:
    """A phone counts it out of what was tapped."""
    for number, quick in enumerate(five_pins.quicks()):
        pins = sum(1 << "cnesw".index(pin) for pin in quick.pins)
        yes = [quick.object_ball, quick.red_before, quick.pins_before, quick.by_cue]
        counted = 0
        for answer in yes:
            counted = counted * 2 + answer
        assert number == (counted * 4 + five_pins.REDS.index(quick.red)) * 32 + pins
    assert place_of(made(FIVE), book(FIVE), five_pins.table_of(book(FIVE), "normal", {}).state) is None


# --- the files -------------------------------------------------------------------------------------


def test_the_same_edition_gives_the_same_bytes() -> None:
    assert file_of("suomi") == packed(tables(book("suomi"), {}))
    assert re.fullmatch(r"suomi-[0-9a-f]{4}", name_of(made("suomi")))


def test_the_digest_tells_editions_and_readings_apart() -> None:
    """Another reading, or a book that rules otherwise, has another digest."""
    whole = [made(id) for id in PETANQUE] + [tables(book("fipjp-2016"), {"C21": "goes_on"})]
    assert len({tables_["digest"] for tables_ in whole}) == len(whole)
    other = tables(structs.replace(book("suomi"), limits=fewer("suomi")))
    assert (other["file"], other["digest"] != made("suomi")["digest"]) == (made("suomi")["file"], True)


def fewer(id: str) -> dict[str, Any]:
    """An edition's limits with 12 points to win."""
    limits = dict(book(id).limits)
    key = "win.target"
    return limits | {key: structs.replace(limits[key], value=12)}


def test_readings_that_the_book_lacks_are_refused() -> None:
    with pytest.raises(NotRecorded):
        tables(book("suomi"), {"C99": "goes_on"})


@pytest.mark.parametrize("id", list(BOOKS))
def test_a_table_is_small(id: str) -> None:
    assert len(gzip.compress(file_of(id), mtime=0)) <= LARGEST


def test_the_command_writes_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path / "new"), "suomi"]) == 0
    said = capsys.readouterr().out.splitlines()
    files = sorted(path.name for path in (tmp_path / "new").iterdir())
    assert [line.partition(":")[0] for line in said] == files == [f"{name_of(made('suomi'))}.json"]
    assert json.loads((tmp_path / "new" / files[0]).read_bytes()) == made("suomi")
    with pytest.raises(SystemExit):
        main([str(tmp_path), "no-such-book"])


# --- what a chart cannot show ----------------------------------------------------------------------


def test_what_the_book_refuses_or_asks_twice_is_left_to_it() -> None:
    """An outcome that is refused, or that leads from one question to another, has no way onward."""
    edition = book("fipjp-2016")
    way = petanque.order(edition, 3, {})
    refused = chart.Play(
        fields=way.fields,
        starts=way.starts,
        outcomes=("nobody",),
        stated=way.stated,
        key_of=way.key_of,
        thrown=lambda side, outcome: f.BouleThrown(side=OTHER[side]),  # type: ignore[arg-type]
        does="boule",
    )
    assert [place.onward for place in chart.charted(refused)] == [(None,), (None,)]
    twice = structs.replace(refused, thrown=stopped_twice)
    assert all(place.onward == (None,) for place in chart.charted(twice))
    assert chart.written(refused, chart.charted(refused))["states"]["nobody"] == [None, None]


def stopped_twice(side: Any, outcome: str) -> f.BouleThrown:
    """A boule that was stopped, and so was the jack that it had struck: two choices, one after the other."""
    stopped = f.Stopped(by="player", side=other(side))
    moved = (f.Moved(object="jack", marked=True, stopped=stopped), f.Moved(object="thrown", stopped=stopped))
    return f.BouleThrown(side=side, how="point", moved=moved)
