"""The translations: whole topics, nothing left in English, and the small grammar that slots can break."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import chain

import pytest
from babel.messages.catalog import Message

from carreau.books import BOOKS
from carreau.core.rulebook import Rulebook
from carreau.core.ruling import Asked, Option, Ruling
from carreau.say import SOURCE, compiling, values
from carreau.say.sentences import asked_slots
from carreau.say.texts import Slots, catalogue, text
from tests import cochonnet, five
from tests.messages import LANGUAGES
from tests.proof import GUARDED, outcomes

OTHERS = tuple(language for language in compiling.spoken() if language != SOURCE)
MOST_LEFT = 0.05  # of the texts of a language: "no" is no in Spanish, "casin" is casin in Italian
MOST_LEFT_OF_A_TOPIC = 0.05  # beside those that are made of words which both languages have
ALIKE = {
    "es": "art cochonnet no sets",
    "fi": "cm cochonnet",
    "fr": "absent art article boule boules cadets centre cm cochonnet code date distance distances fipjp fpusa"
    " impossible international juniors jury licence menu min minimes minute minutes mm note orange pause place places"
    " point points position pts public pétanque question score seniors set sets table terrain total visible",
    "it": "art casin cm min mm no set",
}
# What a language still lacks: there a reader gets English. A topic that is begun is told whole.
LACKING: dict[str, tuple[str, ...]] = {
    "es": (
        "desk_checks", "desk_cochonnet", "desk_five_pins", "desk_forms", "desk_happened", "desk_map", "desk_rules",
        "desk_safety", "desk_server", "desk_settings", "desk_sheets", "desk_story", "desk_umpire", "desk_unsent",
    ),
    "fi": ("desk_checks", "desk_forms", "desk_happened", "desk_sheets", "desk_umpire"),
    "fr": ("desk_checks", "desk_rules", "desk_settings", "desk_umpire"),
    "it": ("desk_umpire",),
}  # fmt: skip
CLAUSES = "clauses_"  # what the clauses of a book say: the English stands in the edition
UNREAD = ("es", "fi", "fr", "it")

Where = tuple[str, str, str]  # topic, context, key
Texts = Mapping[Where, tuple[str, ...]]


@cache
def told(language: str) -> Texts:
    """The texts of a language, one or two each."""
    return {(path.stem, m.context or "", _key(m)): _strings(m) for path, m in compiling.messages(language)}


def _key(message: Message) -> str:
    return str(message.id if isinstance(message.id, str) else message.id[0])


def _strings(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())


# --- nothing missing, nothing left -----------------------------------------------------------------


@pytest.mark.parametrize("language", OTHERS)
def test_no_language_is_left_in_english(language: str) -> None:
    """A file that was copied and never translated fills no catalogue."""
    same = left(told(SOURCE), told(language))
    assert share(same, told(language)) <= MOST_LEFT, f"{len(same)} texts of {language} are English: {same[:20]}"


def test_a_copy_of_the_english_files_would_be_noticed() -> None:
    """The measure sees a language that is English, and one of which a tenth is."""
    english, spanish = told(SOURCE), told("es")
    a_tenth = {**spanish, **{where: english[where] for where in [*spanish][::10] if where in english}}
    assert share(left(english, english), english) == 1
    assert share(left(english, a_tenth), a_tenth) > MOST_LEFT


@pytest.mark.parametrize("language", OTHERS)
def test_no_topic_is_left_in_english(language: str) -> None:
    """One file among many that was copied, or of which a part was."""
    kept = {topic: left_of(topic, told(language), language) for topic in topics_of(language)}
    over = {topic: same for topic, (same, share) in kept.items() if share > MOST_LEFT_OF_A_TOPIC}
    assert not over, "\n".join(f"{where}: {told(language)[where]}" for same in over.values() for where in same)


@pytest.mark.parametrize("language", OTHERS)
def test_a_topic_of_which_a_tenth_is_english_would_be_noticed(language: str) -> None:
    """Each topic with at least ten texts; the words that are alike excuse no whole sentence."""
    for topic in topics_of(language):
        some = [where for where in _worded(told(language)) if where[0] == topic and where in told(SOURCE)]
        plain = [w for w in some if _foreign(told(SOURCE)[w], language)]
        mixed = {**told(language), **{where: told(SOURCE)[where] for where in plain[::10]}}
        if len(plain) >= 10:
            assert left_of(topic, mixed, language)[1] > MOST_LEFT_OF_A_TOPIC, topic


def topics_of(language: str) -> list[str]:
    """The topics of a language that English has too."""
    return sorted({where[0] for where in told(language)} & {where[0] for where in told(SOURCE)})


def left_of(topic: str, texts: Texts, language: str) -> tuple[list[Where], float]:
    """The texts of a topic that are English, beside those made of words that are alike; and how many these are."""
    own = {where: strings for where, strings in texts.items() if where[0] == topic}
    same = [where for where in left(told(SOURCE), own) if _foreign(own[where], language)]
    return same, share(same, own)


def _foreign(strings: tuple[str, ...], language: str) -> bool:
    """Is there a word which the language does not share with English?"""
    words = re.findall(r"[^\W\d_]{2,}", re.sub(r"\{\w+\}", "", " ".join(strings)).lower())
    return not set(words) <= set(ALIKE[language].split())


def left(english: Texts, other: Texts) -> list[Where]:
    """The texts with words in them that are the English ones."""
    return [where for where, strings in _worded(other).items() if english.get(where) == strings]


def share(some: list[Where], texts: Texts) -> float:
    """How many of the texts with words these are."""
    return len(some) / len(_worded(texts))


def _worded(texts: Texts) -> Texts:
    return {w: s for w, s in texts.items() if any(re.search(r"[^\W\d_]{2}", re.sub(r"\{\w+\}", "", t)) for t in s)}


@pytest.mark.parametrize("language", OTHERS)
def test_a_topic_is_there_whole(language: str) -> None:
    """Every topic but those that are named as lacking, and of each topic every text."""
    begun = {path.stem for path in compiling.topics(language)}
    every = {path.stem for path in compiling.topics(SOURCE)}
    missing = sorted(where for where in told(SOURCE) if where[0] in begun and where not in told(language))
    assert every - begun == set(LACKING[language]), "a topic that has come is no longer named as lacking"
    assert not missing, "\n".join(map(str, missing))


def test_every_language_is_looked_at() -> None:
    """Those of the rulebooks, of the desk and of the lists above are the same."""
    assert set(OTHERS) == set(LACKING) == set(ALIKE) == set(UNREAD) == {*LANGUAGES} - {SOURCE}


@pytest.mark.parametrize("language", OTHERS)
def test_a_text_speaks_of_the_slots_of_the_english_one(language: str) -> None:
    """No language leaves out what a text shows, and none names what the page does not give."""
    both = [where for where in told(language) if where in told(SOURCE)]
    other = [(*w, slots_of(told(language)[w]) ^ slots_of(told(SOURCE)[w])) for w in both]
    assert len(both) > 1000
    assert not [line for line in other if line[-1]]


def slots_of(strings: tuple[str, ...]) -> set[str]:
    """The slots that a text speaks of, in one of its forms at least."""
    return {name for string in strings for name in re.findall(r"\{(\w+)\}", string)}


@pytest.mark.parametrize("language", OTHERS)
def test_what_is_counted_is_said_of_one_and_of_several(language: str) -> None:
    """No language drops a plural that English has."""
    dropped = [w for w, s in told(language).items() if w in told(SOURCE) and len(s) != len(told(SOURCE)[w])]
    assert not dropped


@pytest.mark.parametrize("language", UNREAD)
def test_every_file_says_who_has_read_it(language: str) -> None:
    """Nobody who umpires in the language has, until the first line names who."""
    silent = [
        path.name
        for path in compiling.topics(language)
        if not re.search(r"No native reader yet\.|Read by \w+", path.read_text("utf-8").partition("\n")[0])
    ]
    assert not silent


@pytest.mark.parametrize("book", BOOKS.values(), ids=BOOKS)
@pytest.mark.parametrize("language", OTHERS)
def test_the_clauses_of_a_book_are_told_whole(language: str, book: Rulebook) -> None:
    """Every clause, nothing that is none, and nothing left in English."""
    topic = f"{CLAUSES}{book.id}"
    said = {
        key.removeprefix("clause."): strings[0] for (file, _, key), strings in told(language).items() if file == topic
    }
    english = {clause.row: clause.says for clause in book.clauses.values()}
    assert said.keys() == english.keys()
    assert not [row for row, text in said.items() if not text or text == english[row]]


# --- grammar ---------------------------------------------------------------------------------------


def test_spanish_opens_what_it_closes() -> None:
    """A question begins with its mark too."""
    open_ended = [where for where, strings in told("es").items() for t in strings if t.count("¿") != t.count("?")]
    assert not open_ended


# A preposition that melts into the article after it: "a {by}" cannot be said of "el árbitro".
MELTING = {
    "es": (r"\b(de|a) \{(\w+)\}", ("el ",)),
    "fr": (r"\b(de|à) \{(\w+)\}", ("le ", "les ")),
    "it": (r"\b(di|a|da|in|su) \{(\w+)\}", ("il ", "lo ", "la ", "i ", "gli ", "le ", "l'", "l’")),
}


@pytest.mark.parametrize("language", MELTING)
def test_no_preposition_stands_before_an_article(language: str) -> None:
    """Whatever the cases rule or ask: no word of ours with its article comes after "of" or "to"."""
    assert not sorted({line for key, slots in said() for line in unmelted(key, slots, language)})


def test_a_preposition_before_an_article_would_be_noticed() -> None:
    """Were the umpire put where only teams may stand."""
    assert not [*unmelted("complaint.refused", {"side": "A"}, "es")]
    assert [*unmelted("complaint.refused", {"side": "umpire"}, "es")] == ["complaint.refused: de el árbitro"]


def unmelted(key: str, slots: Slots, language: str) -> Iterator[str]:
    """The places of a sentence where a preposition stands before an article."""
    words, (pattern, articles) = catalogue(language), MELTING[language]
    for preposition, name in re.findall(pattern, text(key, slots, words) or "", re.IGNORECASE):
        value = values.shown(name, slots.get(name), slots, words, {}, ",")
        if value.startswith(articles):
            yield f"{key}: {preposition} {value}"


@cache
def said() -> tuple[tuple[str, Slots], ...]:
    """Every ruling and every question of the cases of all sports."""
    return tuple(
        pair
        for ruling in rulings()
        for pair in ((ruling.key, ruling.slots), *((f"ask.{o.ask}", asked_slots(o)) for o in _asked(ruling)))
    )


def _asked(ruling: Ruling) -> Iterator[Option]:
    yield from (effect.option for effect in ruling.effects if isinstance(effect, Asked))


def rulings() -> Iterator[Ruling]:
    """Every ruling and refusal of every case."""
    lines = chain.from_iterable(lines for _, lines in (*five.judged(), *cochonnet.judged()))
    for outcome in chain(chain.from_iterable(outcomes(id) for id in GUARDED), lines):
        yield from outcome.rulings
        if outcome.refusal is not None:
            yield outcome.refusal
