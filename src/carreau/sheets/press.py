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
INSTEAD = "□"
MOST = 400  # so many different characters without a picture are replaced, and no more


class Unprintable(Exception):
    """The sheet can't be printed; the text says why."""


def printed(sheet: Sheet) -> bytes:
    """The sheet as PDF (UA-1). What none of the fonts at hand can show becomes a square. Raises Unprintable.

    The fonts are those that come with the program, so that it is the same everywhere; those of the system are looked
    at only for a name that needs them.
    """
    data = msgspec.json.encode(_printed(sheet)).decode()
    system = False
    for _ in range(MOST):
        try:
            return _compiled(data, system=system)
        except typst.TypstError as no:
            missing = MISSING.search(no.message)
            if missing is None:
                raise Unprintable(no.message) from no
            if not system:
                system = True
                continue
            data = _without(data, missing[1])
    raise Unprintable("too many characters that no font can show")


def pictures(sheet: Sheet, dots_an_inch: int = 100) -> list[bytes]:
    """The pages as PNG, for a look at them."""
    data = msgspec.json.encode(_printed(sheet)).decode()
    pages: Any = typst.compile(
        _template(), format="png", ppi=dots_an_inch, font_paths=[], ignore_system_fonts=True, sys_inputs={"sheet": data}
    )
    return [bytes(page) for page in ([pages] if isinstance(pages, bytes) else pages)]


def _printed(sheet: Sheet) -> dict[str, object]:
    """The sheet for the template: with the code of its address drawn."""
    data: dict[str, object] = msgspec.to_builtins(sheet)
    return data | {"code": squares(sheet.closing.url) if sheet.closing.url else ""}


def _compiled(data: str, *, system: bool) -> bytes:
    made = typst.compile(
        _template(),
        format="pdf",
        font_paths=[],
        ignore_system_fonts=not system,
        sys_inputs={"sheet": data},
        pdf_standards=["ua-1"],
    )
    return bytes(made)


def _without(data: str, text: str) -> str:
    """The data with a square for each character of a text that can't be shown."""
    plain = text.encode("utf-8", "surrogatepass").decode("unicode_escape") if "\\u" in text else text
    return data.replace(plain, INSTEAD)


@cache
def _template() -> bytes:
    return files("carreau.sheets").joinpath("sheet.typ").read_bytes()
