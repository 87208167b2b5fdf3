"""What a page needs of a book's forms, in one language: the sheet with its leaves, and the full forms of each kind."""

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import to_builtins

from carreau.core.facts import SIDES
from carreau.core.rulebook import Rulebook
from carreau.forms.fields import Field, forms_of
from carreau.forms.leaves import Ask, Instead, Leaf, leaves_of, rows_of, sheet_of
from carreau.say import SOURCE, Unsaid, sentence

Json = dict[str, Any]
YES, NO = "yes", "no"


def content(book: Rulebook, lang: str) -> Json:
    """The sheet "something happened" of a book: groups, questions, leaves with their rows, and the words they need."""
    sheet = sheet_of(book.sport.name)
    leaves = leaves_of(book)
    groups = [group for group in sheet.group if any(leaf.group == group.id for leaf in leaves)]
    asked = dict.fromkeys(name for leaf in leaves for name in leaf.questions)
    return {
        "book": book.id,
        "lang": lang,
        "groups": [{"id": group.id, "text": word(f"desk.group.{group.id}", lang)} for group in groups],
        "asks": {name: _ask_line(name, sheet.ask[name], lang) for name in asked},
        "leaves": [_leaf_line(leaf, book, lang) for leaf in leaves],
        "kinds": {kind: word(f"desk.kind.{kind}", lang) for kind in forms_of(book)},
        "values": _said(asked_values(book), book, lang),
        "instead": [_instead_line(one, lang) for one in sheet.instead],
    }


def full(book: Rulebook, lang: str) -> Json:
    """The full forms of a book's kinds of facts, with the words of their fields (`Kind.field` where one has its own)."""
    kinds = forms_of(book)
    shared = {name: word(f"desk.field.{name}", lang) for name in field_names(book)}
    own = {
        f"{kind}.{field.name}": text
        for kind, fields in kinds.items()
        for field in fields
        if (text := word(f"desk.field.{field.name}", lang, kind=kind)) != shared[field.name]
    }
    return {
        "book": book.id,
        "lang": lang,
        "kinds": {kind: [_field_line(field) for field in fields] for kind, fields in kinds.items()},
        "fields": shared | own,
        "values": _said(form_values(book), book, lang),
    }


def _said(values: Iterable[str], book: Rulebook, lang: str) -> Json:
    return {value: word(f"desk.value.{value}", lang, kind=book.sport.name) for value in values}


def _leaf_line(leaf: Leaf, book: Rulebook, lang: str) -> Json:
    """A leaf as the page has it: its articles without the book's name, and nothing that is as usual."""
    line = {name: value for name, value in to_builtins(leaf).items() if value and name in LEAF_FIELDS}
    if leaf.by == "scorer":
        del line["by"]
    rows = [row.removeprefix(f"{book.id}/") for row in rows_of(leaf, book)]
    return {
        **line,
        "text": word(f"desk.leaf.{leaf.id}", lang, kind=book.sport.name),
        "find": word(f"desk.find.{leaf.id}", lang, kind=book.sport.name),
        "rows": rows,
    }


def _instead_line(one: Instead, lang: str) -> Json:
    return {**to_builtins(one), "text": word(f"desk.instead.{one.id}", lang, a="{a}", b="{b}", other="{other}")}


LEAF_FIELDS = ("id", "group", "kind", "fact", "ask", "by", "confirm", "full", "usual")


def _ask_line(name: str, ask: Ask, lang: str) -> Json:
    """A question as the page has it; one that is answered by yes or no has both answers as parts of a sentence."""
    line: Json = {"text": word(f"desk.ask.{name}", lang)}
    if ask.values:
        line["values"] = list(ask.values)
    if ask.things is not None:
        line["things"] = ask.things
    if ask.unit is not None:
        line |= {"unit": ask.unit, "least": ask.least, "most": ask.most}
    if True in ask.values:
        line |= {"yes": word(f"desk.yes.{name}", lang), "no": word(f"desk.no.{name}", lang)}
    return line


def _field_line(field: Field) -> Json:
    """A field with what it holds; names of the game's things need no pattern on the page."""
    line: Json = to_builtins(field)
    return {name: value for name, value in line.items() if value not in (False, None, [], ())}


# --- words -----------------------------------------------------------------------------------------


def field_names(book: Rulebook) -> tuple[str, ...]:
    """The names of all fields of a book's forms, those inside others too."""
    return tuple(dict.fromkeys(field.name for fields in forms_of(book).values() for field in _all(fields)))


def form_values(book: Rulebook) -> tuple[str, ...]:
    """The words that can be chosen in the full forms; sides have names of their own."""
    return _words(value for fields in forms_of(book).values() for field in _all(fields) for value in field.values)


def asked_values(book: Rulebook) -> tuple[str, ...]:
    """The words that can be chosen in the questions of leaves."""
    sheet = sheet_of(book.sport.name)
    return _words(value for leaf in leaves_of(book) for name in leaf.questions for value in sheet.ask[name].values)


def values(book: Rulebook) -> tuple[str, ...]:
    """All words that can be chosen."""
    return tuple(dict.fromkeys((*form_values(book), *asked_values(book))))


def _words(found: Iterable[Any]) -> tuple[str, ...]:
    return (*dict.fromkeys(one for one in found if isinstance(one, str) and one not in SIDES), YES, NO)


def _all(fields: tuple[Field, ...]) -> Iterator[Field]:
    for field in fields:
        yield field
        inner = (field.key, field.item)
        yield from _all(tuple(one for one in inner if one is not None))
        yield from _all(field.fields)


def word(key: str, lang: str, **slots: str) -> str:
    """The text of a key in a language, else in that of the source; the end of the key where neither has one."""
    for language in dict.fromkeys((lang, SOURCE)):
        try:
            return sentence(key, slots, language)
        except (Unsaid, FileNotFoundError):
            continue
    return key.rpartition(".")[2].replace("_", " ")
