"""What a rule text gives to a rulebook: clauses, limits and readings, each with its place in the text."""

from collections.abc import Iterable, Mapping
from typing import Any, Literal

from msgspec import Struct, structs

Handled = Literal["decided", "asked", "guidance", "definition", "equipment", "administrative"]

Decides = Literal["program", "setting", "umpire", "team"]

Basis = Literal["text", "practice", "ours"]


class WrongRulebook(Exception):
    """A rulebook that contradicts itself, names what does not exist or leaves a clause without code."""


class Check(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename={"is_": "is", "if_": "if"}):
    """One number or word that an inspection compares, in whole units."""

    object: str | None = None
    property: str
    min: int | None = None
    max: int | None = None
    one_of: tuple[str, ...] | None = None
    is_: bool | None = None
    if_: str | None = None
    unless: str | None = None

    def passes(self, found: int | str | bool) -> bool:
        """Does what was found satisfy the check, both ends included?"""
        if self.is_ is not None:
            return found is self.is_
        if self.one_of is not None:
            return found in self.one_of
        if not isinstance(found, int) or isinstance(found, bool):
            return False
        return (self.min is None or found >= self.min) and (self.max is None or found <= self.max)


class Clause(Struct, frozen=True, kw_only=True):
    """One normative statement of the text, under a key that says its topic and is the same in every edition.

    `covers`: keys of what other editions say in rows of their own, and this text in this row as well. `says` is English;
    the catalogues have the other languages.
    """

    key: str
    row: str
    handled: Handled
    says: str
    covers: tuple[str, ...] = ()
    moment: str | None = None
    checks: tuple[Check, ...] = ()

    @property
    def article(self) -> str:
        """The article the row stands in: `9` for `fipjp-2016/9.3c`."""
        return self.row.split("/")[1].split(".")[0]


class LimitCase(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A limit's other number, for an age category or for timed games, with the clause that gives it."""

    value: int
    clause: str


class Limit(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A number of the text with its unit and its clause."""

    value: int
    unit: str
    clause: str
    by: dict[str, LimitCase] = {}
    timed: LimitCase | None = None
    setting: str | None = None

    def for_game(self, categories: Iterable[str], timed: bool, settings: Mapping[str, Any]) -> "Limit":
        """The number of one game: the organiser's where the text lets him, else the category's or the timed game's."""
        case = next((self.by[c] for c in categories if c in self.by), None) or (self.timed if timed else None)
        own = structs.replace(self, value=case.value, clause=case.clause) if case else self
        setting = settings.get(self.setting) if self.setting else None
        return structs.replace(own, value=setting) if isinstance(setting, int) else own


class Reading(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A place where the text is unclear: the question, the answers, the one to take and who decides.

    `serves`: the id under which another edition of the sport asks the same question, with the same answers.
    `supplies`: what other editions print and this text takes for granted: their clause, and the clauses here on which
    it rests. A ruling by such a rule cites these and says that it leaned on the reading.
    """

    question: str
    answers: tuple[str, ...]
    default: str
    basis: Basis
    decides: Decides
    clauses: tuple[str, ...] = ()
    serves: str | None = None
    supplies: dict[str, tuple[str, ...]] = {}
