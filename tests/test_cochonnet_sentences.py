"""Whatever the cases of billiard cochonnet rule and ask is a whole sentence in each language."""

import gettext
import io
from collections.abc import Iterator
from functools import cache

import pytest

from carreau.core.ruling import Asked, Ruling
from carreau.say import compiling
from carreau.say.sentences import asked_slots
from carreau.say.texts import Slots, text
from tests.cochonnet import judged
from tests.messages import LANGUAGES


@cache
def words(language: str) -> gettext.GNUTranslations:
    """The texts of a language, from their sources."""
    return gettext.GNUTranslations(io.BytesIO(compiling.compiled(language)))


def rulings() -> Iterator[Ruling]:
    """Every ruling of every case, the refusals included."""
    for _, lines in judged():
        for outcome in lines:
            yield from outcome.rulings
            if outcome.refusal is not None:
                yield outcome.refusal


def unsaid(key: str, slots: Slots, language: str) -> str | None:
    """What is wrong with the sentence of a key with these slots."""
    found = text(key, slots, words(language))
    if found is None:
        return f"{key} has no sentence"
    try:
        full = found.format_map(dict(slots))
    except KeyError as wrong:
        return f"{key} speaks of {wrong}, but has {', '.join(slots)}"
    return f"{key} says None" if "None" in full else None


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_ruling_can_be_said(language: str) -> None:
    """A sentence for each key, in the variant of its slots, that needs no slot the ruling lacks."""
    wrong = {unsaid(r.key, r.slots, language) for r in rulings()} - {None}
    assert not wrong


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_question_and_answer_can_be_said(language: str) -> None:
    """Each question and each choice has its words."""
    asked = [e.option for r in rulings() for e in r.effects if isinstance(e, Asked)]
    assert len({o.ask for o in asked}) == 7
    wrong = {unsaid(f"ask.{o.ask}", asked_slots(o), language) for o in asked}
    wrong |= {unsaid(f"choice.{o.ask}.{c.id}", asked_slots(o), language) for o in asked for c in o.choices}
    assert not wrong - {None}


def test_what_leans_on_the_lost_end_of_the_text_says_so() -> None:
    """Every ruling by the reading of ours that stands for the lost end names it, and those that give points say it."""
    leaning = [r for r in rulings() if "dead_jack_score.one" in r.clauses and not r.key.startswith("refused.")]
    assert {"jack_out.unplayed", "jack_out.void", "jack_out.umpire", "points.scored", "points.void"} == {
        r.key for r in leaning
    }
    for ruling in leaning:
        assert "C-A18" in ruling.readings
        for language, said in BREAKS_OFF.items():
            assert said in (text(ruling.key, ruling.slots, words(language)) or "")


BREAKS_OFF = {
    "en": "text breaks off",
    "es": "texto se interrumpe",
    "fi": "eksti katkeaa",
    "fr": "texte s’interrompt",
    "it": "testo s'interrompe",
}
