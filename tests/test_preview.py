"""What would happen: a preview is what recording the fact gives, a consequence what answering gives, for all books."""

from random import Random
from typing import Any

from carreau.books import book
from carreau.casebook import told
from carreau.core.facts import Change, Chosen, Corrected, Moment, Placed, Undone
from carreau.core.game import Game, begun, correct, play, undo
from carreau.core.judging import NotRecorded
from carreau.core.preview import each_answer, preview
from carreau.core.ruling import Choice
from carreau.petanque import facts as f
from carreau.petanque.notation import setup_of
from carreau.say import sentence
from carreau.sports.courtside import changes, consequences
from tests.anygame import TABLES, Table
from tests.proof import FIPJP
from tests.test_possible import every_book

FPUSA = book("fpusa-1995")
END = "draw A; jack ok marked; A p holds=A; B p holds=B; A s B.1>out holds=A"


def game_of(text: str) -> Game:
    """A game of triples."""
    return told(begun(FIPJP, setup_of(FIPJP.id, {})), text)[0]


def outcome(game: Game, fact: Any, moment: Moment) -> tuple[Game | None, NotRecorded | None]:
    """The game with the fact recorded, or why it is not."""
    try:
        return play(game, fact, moment=moment), None
    except NotRecorded as no:
        return None, no


# --- a fact ----------------------------------------------------------------------------------------


@every_book
def test_a_preview_is_what_recording_gives(table: Table) -> None:
    """The same state and rulings, or the same refusal; the game itself stays as it was."""
    tried = refused = 0
    for seed in range(8):
        chance = Random(seed)
        for game in table.walk(chance, 30):
            log = game.log
            for moment, fact in (table.likely(chance, game.state), table.anything(chance, game.state)):
                would, (after, no) = preview(game, fact, moment=moment), outcome(game, fact, moment)
                assert (would.before, game.log) == (game, log)
                tried += 1
                assert would.recorded == (no is None)
                if no is not None:
                    refused += 1
                    assert (would.no, would.rulings, would.state) == (no.ruling, (no.ruling,), None)
                    assert (would.breach, changes(would)) == (no.breach, ())
                else:
                    assert after is not None
                    assert (would.state, would.rulings, would.misfit) == (after.state, after.rulings, None)
                    assert would.stood == game.state
    assert 0 < refused < tried


def test_a_refused_fact_says_under_which_breach_it_could_be_entered() -> None:
    would = preview(game_of(END), f.BouleThrown(side="A"))
    assert not would.recorded
    assert (would.rulings[0].key, would.breach, would.asks) == ("refused.out_of_turn", "out_of_turn", None)


def test_a_preview_says_which_question_would_be_asked() -> None:
    game = game_of(END)
    stopped = f.Moved(object="jack", stopped=f.Stopped(by="player", side="A"))
    would = preview(game, f.BouleThrown(side="B", how="shot", moved=(stopped,)))
    assert would.asks is not None
    assert (would.asks.ask, would.asks.side) == ("jack_stopped", "B")
    assert would.after is not None
    assert preview(would.after, f.Noted(text="who saw it?")).asks is None  # it was open before


@every_book
def test_whatever_a_preview_rules_can_be_said(table: Table) -> None:
    """Every ruling and refusal of games at random has a key with a sentence that its slots fill."""
    rulings = 0
    for seed in range(8):
        chance = Random(seed)
        for game in table.walk(chance, 30, seldom=0.4):
            would = preview(game, table.anything(chance, game.state)[1])
            for ruling in (r for r in (*game.rulings, *would.rulings) if not r.key.startswith("reminder.")):
                assert all("None" not in sentence(ruling.key, ruling.slots, language, {}) for language in ("en", "fr"))
                rulings += 1
    assert rulings > 100


# --- undoing and correcting ------------------------------------------------------------------------


def test_what_a_correction_would_change() -> None:
    """The last throw emptied nothing: B still holds."""
    game = game_of(END)
    would = preview(game, Corrected(changes=(Change(seq=5, facts=(f.BouleThrown(side="A", holds="B"),)),)))
    assert would.recorded
    found = {d.key: d.slots for d in changes(would)}
    assert found["differs.next_boule"] == {"side": "A", "was": "B"}
    assert found["differs.holder_side"] == {"side": "B", "was": "A"}
    assert found["differs.boule_live"] == {"boule": "B.1"}


def test_a_correction_that_a_later_entry_does_not_bear() -> None:
    """What would have changed is told up to the entry that no longer fits."""
    game = game_of(END)
    still = Change(seq=4, facts=(f.BouleThrown(side="B", holds="A"),))
    would = preview(game, Corrected(changes=(still,)))
    assert (would.recorded, would.misfit, would.rulings[0].key) == (False, 5, "refused.out_of_turn")
    assert would.stood == game.state_at(4)
    assert {d.key for d in changes(would)} == {"differs.next_boule", "differs.holder_side"}
    whole = (still, Change(seq=5, facts=(f.BouleThrown(side="B", holds="A"),)))
    both = preview(game, Corrected(changes=whole))
    assert both.recorded
    assert both.state == correct(game, whole).state


def test_of_a_correction_only_what_comes_before_the_misfit_is_told() -> None:
    game = game_of(END)
    worse = Change(seq=5, facts=(f.BouleThrown(side="A", holds="A", breach="barred"),))
    would = preview(game, Corrected(changes=(worse,)))
    assert would.misfit == 5
    assert would.state is not None
    assert changes(would) == ()


def test_an_undoing_that_a_later_entry_does_not_bear() -> None:
    game = game_of(END)
    would = preview(game, Undone(seqs=(4,)))
    assert (would.misfit, would.state == game.state_at(3)) == (5, True)


def test_what_cannot_be_told_in_part() -> None:
    """A set-up of another book, or an undoing of an undoing that no longer fits: only the reason is told."""
    game = game_of(END)
    other = preview(game, Corrected(changes=(Change(seq=0, facts=(setup_of("suomi", {}),)),)))
    assert (other.misfit, other.after, changes(other)) == (0, None, ())
    assert other.stood == game.state
    gone = told(undo(game, 5), "A p holds=B; A p holds=B")[0]
    back = preview(gone, Undone(seqs=(6,)))  # then A would have played three times
    assert back.no is not None
    assert (back.misfit, back.after) == (7, None)


# --- a question ------------------------------------------------------------------------------------


@every_book
def test_a_consequence_is_what_answering_gives(table: Table) -> None:
    """Each answer that is offered, as somebody who may gives it; the others are refused."""
    answered = 0
    for seed in range(20):
        for game in table.walk(Random(seed), 40, seldom=0.3):
            for option in game.state.options:
                found = consequences(game, option)
                assert [c.choice for c in found] == list(option.choices)
                for told_ in found:
                    answered += 1
                    answer = Chosen(choice=told_.choice.id, option=option.id)
                    after, no = outcome(game, answer, Moment(by=option.may[0]))  # type: ignore[arg-type]
                    if no is not None:
                        assert told_.preview.no == no.ruling
                    else:
                        assert after is not None
                        assert (told_.preview.state, told_.refused) == (after.state, None)
    assert answered


def stopped_jack() -> Game:
    """A marked jack that A has stopped, and B asked what to do."""
    jack = f.Moved(object="jack", marked=True, stopped=f.Stopped(by="player", side="A"))
    begun_ = told(
        begun(FIPJP, setup_of(FIPJP.id, {})), "draw A; jack ok; A p holds=A; B p holds=B; A s B.1>out holds=A"
    )[0]
    return play(begun_, f.BouleThrown(side="B", how="shot", moved=(jack,), holds="B"))


def test_the_consequences_of_a_stopped_jack() -> None:
    """Left where it is: B holds as was said. Put back: as before. On the line: somebody has to say where, and measure."""
    leave, restore, line = consequences(stopped_jack())
    assert [c.choice.id for c in (leave, restore, line)] == ["leave", "restore", "line"]
    assert (leave.measure, restore.measure, line.measure) == (False, True, True)
    assert (leave.place, restore.place, line.place) == (False, False, True)
    assert (leave.asks, leave.preview.recorded) == (None, True)
    next_of = {d.key: d.slots for d in leave.differences}
    assert next_of["differs.next_boule"] == {"side": "A", "was": "B"}


def test_a_place_makes_the_consequence_whole() -> None:
    game = stopped_jack()
    here = consequences(game, place=Placed(range_mm=8000, visible=True))[2]
    assert (here.place, here.measure, here.preview.recorded) == (False, True, True)
    too_far = consequences(game, place=Placed(range_mm=20_001, visible=True))[2]
    assert too_far.preview.no is not None
    assert too_far.preview.no.key == "refused.line"


def test_an_answer_that_is_not_offered_says_why() -> None:
    """In singles nobody could play the end that a player misses."""
    singles = begun(FPUSA, setup_of(FPUSA.id, {"format": "singles"}))
    game = told(singles, "draw A; jack ok; A p holds=A; umpire: OffenceSeen offence=mud side=B")[0]
    found = {c.choice.id: c for c in consequences(game, game.options[0])}
    assert (found["end"].refused, found["warning"].refused) == ("singles", None)
    assert found["end"].preview.no is not None
    assert found["end"].preview.no.key == "refused.no_such_choice"
    assert found["end"].differences == ()
    assert "differs.warning_more" in {d.key for d in found["warning"].differences}


def test_without_a_question_there_are_no_answers() -> None:
    assert consequences(game_of(END)) == ()
    assert list(each_answer(game_of(END))) == []


def test_an_answer_can_lead_to_the_next_question() -> None:
    """Some answer of some game asks again; then nobody measures yet."""
    chained = [
        c
        for seed in range(30)
        for game in TABLES["umb-5pin-1997"].walk(Random(seed), 40, seldom=0.3)
        for c in consequences(game)
        if c.asks is not None
    ]
    assert chained
    assert not any(c.measure for c in chained)
    assert all(isinstance(c.choice, Choice) for c in chained)
