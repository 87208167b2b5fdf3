"""Whatever happens in a game, these things hold: random games over every kind of fact, answered, undone, corrected."""

from contextlib import suppress
from random import Random

import msgspec
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from msgspec import structs

from carreau.core.facts import SIDES
from carreau.core.game import Game, Step, play, replay, undo
from carreau.core.judging import NotRecorded
from carreau.petanque import facts as f
from carreau.petanque.door import PLAYED
from carreau.petanque.effects import EndOver, JackDead, Scored
from carreau.petanque.state import PetanqueState
from tests.walks import (
    FIPJP,
    KINDS,
    Said,
    anything,
    built,
    corrected,
    likely,
    mirrored_entry,
    new_game,
    state_of,
)

chances = st.integers(0, 2**32).map(Random)
HEAD_KINDS = (f.PointMeasured, f.HeadStated, f.HeadMapped, f.MeasuringBegun, f.MeasuringDisturbed, f.BoulesPickedUp)
REVIVES = ("JackRestored", "JackRethrown", "JackHandedOver", "JackLive")


def before_and_after(game: Game) -> tuple[PetanqueState, Step, PetanqueState]:
    """The last step of the story, with the states around it."""
    before, step = game.line[-2].state, game.line[-1]
    assert isinstance(before, PetanqueState)
    assert isinstance(step.state, PetanqueState)
    return before, step, step.state


def effects(step: Step) -> list[object]:
    """Everything that the rulings on a fact change."""
    return [effect for ruling in step.rulings for effect in ruling.effects]


class AnyGame(RuleBasedStateMachine):
    """A game in which anything may be entered at any time."""

    game: Game

    @initialize(chance=chances)
    def begins(self, chance: Random) -> None:
        self.game = new_game(chance)

    def enters(self, said: Said) -> None:
        """A fact is recorded and judged, or refused and nothing has changed."""
        moment, fact = said
        with suppress(NotRecorded):
            after = play(self.game, fact, moment=moment)
            self.waits_were_kept(fact)
            self.game = after

    def waits_were_kept(self, fact: object) -> None:
        """While a question waits, nothing is played."""
        assert state_of(self.game).waiting is None or not isinstance(fact, PLAYED)

    @rule(chance=chances)
    def goes_on(self, chance: Random) -> None:
        self.enters(likely(chance, state_of(self.game)))

    @rule(chance=chances)
    def goes_on_again(self, chance: Random) -> None:
        for _ in range(4):
            self.enters(likely(chance, state_of(self.game)))

    @rule(chance=chances)
    def something_happens(self, chance: Random) -> None:
        self.enters(anything(chance, state_of(self.game)))

    @rule(chance=chances)
    def the_head_is_looked_at(self, chance: Random) -> None:
        self.enters(anything(chance, state_of(self.game), HEAD_KINDS))

    @precondition(lambda self: len(self.game.line) > 3)
    @rule(chance=chances)
    def is_undone(self, chance: Random) -> None:
        with suppress(NotRecorded):
            self.game = undo(self.game, chance.choice(self.game.line[2:]).seq)

    @precondition(lambda self: len(self.game.line) > 3)
    @rule(chance=chances)
    def is_corrected(self, chance: Random) -> None:
        with suppress(NotRecorded, msgspec.ValidationError):
            self.game = corrected(chance, self.game)

    # --- boules ----------------------------------------------------------------------------------------

    @invariant()
    def every_boule_is_somewhere(self) -> None:
        """1, 3: in hand, on the ground or gone, and never more than the side has."""
        state = state_of(self.game)
        for side in SIDES:
            assert state.hand(side) >= 0, side
            assert all(b.boules >= 0 for b in state.bars)
            thrown = [b for b in state.boules if b.side == side and not b.extra]
            assert len(thrown) <= state.out_of_hand.of(side) <= state.allotted.of(side)
            if not self.position_stated():
                assert len(thrown) == state.out_of_hand.of(side)

    def position_stated(self) -> bool:
        """Did somebody state how the present end lies, perhaps without naming every boule?"""
        end = state_of(self.game).end
        return any(isinstance(s.entry.fact, f.PositionStated) and s.state.end == end for s in self.game.line)  # type: ignore[attr-defined]

    @invariant()
    def players_hands_fit_their_side(self) -> None:
        """1: while every throw names its player, the players' boules are the side's."""
        state = state_of(self.game)
        if self.position_stated() or state.phase not in ("play", "count"):
            return
        for side in state.noted:
            hands = sum(p.hand or 0 for p in state.side_players(side) if p.hand is not None)
            assert hands >= state.hand(side), side

    @invariant()
    def boules_have_one_name_each(self) -> None:
        ids = [b.id for b in state_of(self.game).boules]
        assert len(ids) == len(set(ids))

    @invariant()
    def only_live_boules_are_compared(self) -> None:
        state = state_of(self.game)
        named = {n for r in state.order for n in (r.near, r.far)}
        assert named <= {b.id for b in state.boules} | {"jack"}

    # --- order of play -----------------------------------------------------------------------------------

    @invariant()
    def only_the_side_in_turn_throws(self) -> None:
        """2: unless the fact itself names the breach."""
        if len(self.game.line) < 2:
            return
        before, step, _ = before_and_after(self.game)
        fact = step.entry.fact
        turn = before.turn
        if isinstance(fact, f.BouleThrown) and turn is not None and turn.does == "boule" and fact.breach is None:
            assert turn.side in (None, fact.side)

    @invariant()
    def whose_turn_it_is_has_a_boule(self) -> None:
        state = state_of(self.game)
        turn = state.turn
        plays = turn is not None and turn.does == "boule" and not turn.ruled and state.waiting is None
        if state.phase == "play" and plays and turn is not None and turn.side is not None:
            assert state.hand(turn.side) > 0
            assert turn.clauses

    # --- the score ---------------------------------------------------------------------------------------

    @invariant()
    def points_are_what_the_log_of_points_says(self) -> None:
        """4, 5: never below nothing, and one side at most scores an end."""
        state = state_of(self.game)
        assert all(line.points >= 0 for line in state.score_log)
        for side in SIDES:
            assert state.points(side) == sum(p.points for p in state.score_log if p.side == side)
        if any(isinstance(s.entry.fact, f.PositionStated) for s in self.game.line):
            return
        ends = [line.end for line in state.score_log if line.kind == "end"]
        assert len(ends) == len(set(ends))

    @invariant()
    def an_end_gives_no_more_than_it_can(self) -> None:
        """6, 7, 8: points by live boules or boules in hand; a void end and penalties leave the jack where it was."""
        if len(self.game.line) < 2:
            return
        before, step, now = before_and_after(self.game)
        if isinstance(step.entry.fact, f.PositionStated | f.Ruled):
            return
        made = effects(step)
        for scored in [e for e in made if isinstance(e, Scored)]:
            most = before.hand(scored.side) if before.jack.dead else len(before.live(scored.side))
            if scored.kind == "end" and before.phase == "count":
                assert scored.points <= most
            elif scored.kind != "end":
                assert now.owner == before.owner or before.draw is None
        if any(isinstance(e, EndOver) and e.void for e in made):
            assert now.owner == before.owner
            assert now.score_log == before.score_log

    # --- the jack ----------------------------------------------------------------------------------------

    @invariant()
    def a_jack_beyond_dispute_stays_good(self) -> None:
        """9, 10: nothing makes a locked jack a bad throw, and a dead one lives again only by restoring or contest."""
        if len(self.game.line) < 2:
            return
        before, step, now = before_and_after(self.game)
        if isinstance(step.entry.fact, f.PositionStated | f.Ruled) or before.end != now.end:
            return
        if before.jack.status == "locked":
            assert now.jack.status != "invalid"
        if before.jack.dead and now.jack.live:
            assert {type(e).__name__ for e in effects(step)} & set(REVIVES)

    @invariant()
    def a_dead_jack_is_played_to_no_more(self) -> None:
        state = state_of(self.game)
        if state.jack.dead and state.waiting is None:
            assert state.phase != "play"

    # --- options -----------------------------------------------------------------------------------------

    @invariant()
    def what_is_asked_can_be_answered(self) -> None:
        """11, 12: one question at a time stops the game; a choice that needs a mark is not there without one."""
        state = state_of(self.game)
        assert len({o.id for o in state.options}) == len(state.options)
        for option in state.options:
            assert option.may
            assert any(c.refused is None for c in option.choices)
            assert option.default is None or option.offers(option.default)
        if state.waiting is not None and state.waiting.ask == "jack_stopped" and state.settling is not None:
            offered = {c.id for c in state.waiting.choices if c.refused is None}
            hit = [m for m in getattr(state.settling.fact, "moved", ()) if m.object == "jack"]
            marked = state.settling.was.jack.marked or any(m.marked for m in hit)
            assert marked or not offered & {"restore", "line"}

    # --- rulings -----------------------------------------------------------------------------------------

    @invariant()
    def every_ruling_names_its_rows(self) -> None:
        """14: rows of this edition; and every dead boule has its reason."""
        for ruling in self.game.line[-1].rulings:
            assert ruling.cites
            assert all(row.startswith(f"{FIPJP.id}/") for row in ruling.cites)
        assert all(b.live or b.reason for b in state_of(self.game).boules)
        dead = [e for e in effects(self.game.line[-1]) if isinstance(e, JackDead)]
        assert all(e.reason for e in dead)

    def teardown(self) -> None:
        """13, 16, 17: told again it is the same story, at another hour too, and with the other letters its mirror."""
        if not hasattr(self, "game"):
            return
        assert replay(FIPJP, self.game.log).line == self.game.line
        later = [structs.replace(e, moment=structs.replace(e.moment, at_ms=None)) for e in self.game.log]
        assert [s.rulings for s in replay(FIPJP, later).line] == [s.rulings for s in self.game.line]
        replay(FIPJP, [mirrored_entry(e) for e in self.game.log])


TestAnyGame = AnyGame.TestCase
TestAnyGame.settings = settings(
    max_examples=100,
    stateful_step_count=40,
    phases=(Phase.explicit, Phase.generate),
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
)


def test_every_kind_of_fact_is_tried() -> None:
    """What is made up at random covers every kind that a game can have."""
    game = new_game(Random(1))
    made = {type(built(Random(seed), state_of(game), kind)) for kind in KINDS for seed in range(3)}
    assert made == set(KINDS)
