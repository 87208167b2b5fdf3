"""How effects change what is known of people."""

from collections.abc import Callable
from typing import Any

from msgspec import structs

from carreau.core.facts import SIDES
from carreau.petanque import effects as e
from carreau.petanque.applying.parts import stays
from carreau.petanque.state import Card, Complaint, PetanqueState, Seen


def _offence(state: PetanqueState, effect: e.OffenceNoted) -> PetanqueState:
    seen = Seen(
        offence=effect.offence,
        side=effect.side,
        player=effect.player,
        end=state.end,
        seq=state.moment.seq,
        warned=effect.warned,
        boule=effect.boule,
    )
    return structs.replace(state, offences=(*state.offences, seen))


def _warned(state: PetanqueState, effect: e.OffenderWarned) -> PetanqueState:
    """The latest such breach of this player, or of this side where no player was noted, has been warned."""
    ours = [s for s in state.offences if s.offence == effect.offence and effect.person in (s.player, s.side)]
    offences = tuple(structs.replace(s, warned=True) if ours and s is ours[-1] else s for s in state.offences)
    return structs.replace(state, offences=offences)


def _card(state: PetanqueState, effect: e.CardGiven) -> PetanqueState:
    card = Card(
        player=effect.player,
        side=effect.side,
        card=effect.card,
        offence=effect.offence,
        end=state.end,
        seq=state.moment.seq,
    )
    return structs.replace(state, cards=(*state.cards, card))


def _wrong_boule(state: PetanqueState, effect: e.WrongBouleNoted) -> PetanqueState:
    return structs.replace(state, wrong_boules=(*state.wrong_boules, effect.player))


def changed_player(state: PetanqueState, id: str, **changes: Any) -> PetanqueState:
    """The state with one player changed."""
    players = tuple(structs.replace(p, **changes) if p.id == id else p for p in state.players)
    return structs.replace(state, players=players)


def _player_out(state: PetanqueState, effect: e.PlayerOut) -> PetanqueState:
    out = changed_player(state, effect.player, out=True, plays=False, out_why=effect.why)
    if not state.side_players(effect.side):
        out = structs.replace(out, short=out.short.plus(effect.side, 1))
    if effect.scope == "competition":
        return structs.replace(out, out_of_competition=(*out.out_of_competition, effect.player))
    return out


def _team_out(state: PetanqueState, effect: e.TeamOut) -> PetanqueState:
    players = tuple(structs.replace(p, out=True, plays=False) if p.side == effect.side else p for p in state.players)
    out = structs.replace(state, players=players)
    if effect.scope == "competition":
        return structs.replace(out, out_of_competition=(*out.out_of_competition, effect.side))
    return out


def _joins(state: PetanqueState, effect: e.PlayerJoins) -> PetanqueState:
    joined = changed_player(state, effect.player, present=True, plays=effect.now)
    player = joined.player(effect.player)
    if player is None or not effect.boules:
        return joined
    joined = structs.replace(joined, allotted=joined.allotted.plus(player.side, effect.boules))
    return changed_player(joined, effect.player, hand=effect.boules)


def _swapped(state: PetanqueState, effect: e.PlayerSwapped) -> PetanqueState:
    players = tuple(
        structs.replace(p, id=effect.by, replaced=True) if p.id == effect.player else p for p in state.players
    )
    return structs.replace(state, players=players)


def _late(state: PetanqueState, effect: e.TeamLate) -> PetanqueState:
    return structs.replace(state, late=(*state.late, effect.side))


def _owes(state: PetanqueState, effect: e.PlayerOwes) -> PetanqueState:
    player = state.player(effect.player)
    if player is not None:
        return changed_player(state, effect.player, owes=player.owes + effect.boules)
    side = next((s for s in SIDES if effect.player.startswith(s)), SIDES[0])
    return structs.replace(state, owed=state.owed.plus(side, effect.boules))


def _misses(state: PetanqueState, effect: e.PlayerMisses) -> PetanqueState:
    player = state.player(effect.player)
    if player is not None:
        return changed_player(state, effect.player, misses=player.misses + effect.ends)
    return structs.replace(state, missing=state.missing.plus(effect.side, effect.ends))


def _sits(state: PetanqueState, effect: e.PlayerSits) -> PetanqueState:
    return changed_player(state, effect.player, plays=False)


def _complaint(state: PetanqueState, effect: e.ComplaintHeard) -> PetanqueState:
    made = Complaint(side=effect.side, about=effect.about_what, held=effect.held, ends=state.ends_completed)
    return structs.replace(state, complaints=(*state.complaints, made))


def _complaints_due(state: PetanqueState, effect: e.ComplaintsDue) -> PetanqueState:
    ends = state.ends_completed
    due = tuple(structs.replace(c, held=False, ends=ends) if c.held else c for c in state.complaints)
    return structs.replace(state, complaints=due)


def _complaint_closed(state: PetanqueState, effect: e.ComplaintClosed) -> PetanqueState:
    left = tuple(c for c in state.complaints if (c.side, c.about) != (effect.side, effect.about_what))
    return structs.replace(state, complaints=left)


def _registered(state: PetanqueState, effect: e.Registered) -> PetanqueState:
    others = tuple(p for p in state.unlicensed if p != effect.player)
    return structs.replace(state, unlicensed=others if effect.shown else (*others, effect.player))


CHANGES: dict[type, Callable[[PetanqueState, Any], PetanqueState]] = {
    e.OffenceNoted: _offence,
    e.OffenderWarned: _warned,
    e.CardGiven: _card,
    e.WrongBouleNoted: _wrong_boule,
    e.PlayerOut: _player_out,
    e.TeamOut: _team_out,
    e.PlayerJoins: _joins,
    e.PlayerSwapped: _swapped,
    e.TeamLate: _late,
    e.PlayerOwes: _owes,
    e.PlayerMisses: _misses,
    e.PlayerSits: _sits,
    e.ComplaintHeard: _complaint,
    e.ComplaintsDue: _complaints_due,
    e.ComplaintClosed: _complaint_closed,
    e.Registered: _registered,
    e.Recorded: stays,
}
