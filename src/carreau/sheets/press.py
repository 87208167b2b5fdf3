"""A sheet as PDF: tagged, in its language, and byte for byte the same for the same sheet."""

import re
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec
import typst

from carreau.sheets.code import squares
from carreau.sheets.form import Sheet

MISSING = re.compile(r'the text `"(.+?)"` could not be displayed', re.DOTALL)
CODE = re.compile(r"\\u\{([0-9a-f]+)\}")
INSTEAD = "□"
MOST = 400  # so many different characters without a picture are replaced, and no more


class Unprintable(Exception):
    """The sheet can't be printed; the text says why."""


def printed(sheet: Sheet) -> bytes:
    """The sheet as PDF (UA-1). What none of the fonts at hand can show becomes a square. Raises Unprintable.

    The fonts are those that come with the program, so that it is the same everywhere; those of the system are looked
    at only for a name that needs them.
    """
    data = _printed(sheet)
    system = False
    for _ in range(MOST):
        try:
            return _compiled(data, system=system)
        except typst.TypstError as no:
            missing = MISSING.search(no.message)
            if missing is None:
                raise Unprintable(no.message) from no
            if system:
                data = _without(data, CODE.sub(lambda code: chr(int(code[1], 16)), missing[1]))
            system = True
    raise Unprintable("too many characters that no font can show")


def pictures(sheet: Sheet, dots_an_inch: int = 100) -> list[bytes]:
    """The pages as PNG, for a look at them."""
    data = msgspec.json.encode(_printed(sheet)).decode()
    pages: Any = typst.compile(
        _template(), format="png", ppi=dots_an_inch, font_paths=[], ignore_system_fonts=True, sys_inputs={"sheet": data}
    )
    return [bytes(page) for page in ([pages] if isinstance(pages, bytes) else pages)]


def _printed(sheet: Sheet) -> Any:
    """The sheet for the template: with the code of its address drawn."""
    return msgspec.to_builtins(sheet) | {"code": squares(sheet.closing.url) if sheet.closing.url else ""}


def _compiled(data: Any, *, system: bool) -> bytes:
    made = typst.compile(
        _template(),
        format="pdf",
        font_paths=[],
        ignore_system_fonts=not system,
        sys_inputs={"sheet": msgspec.json.encode(data).decode()},
        pdf_standards=["ua-1"],
    )
    return bytes(made)


def _without(data: Any, text: str) -> Any:
    """The data with a square for a text that can't be shown."""
    match data:
        case str():
            return data.replace(text, INSTEAD)
        case list() | tuple():
            return [_without(part, text) for part in data]
        case dict():
            return {name: _without(part, text) for name, part in data.items()}
        case _:
            return data


@cache
def _template() -> bytes:
    return files("carreau.sheets").joinpath("sheet.typ").read_bytes()
