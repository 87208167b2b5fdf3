"""Score sheets: what a game gave, or an empty form to fill in, as paper in any language.

A sheet is data first: `sheet_of` reads it from a game, `empty_sheet` from a rulebook; `pdf` and `html` print the same.
Each of the two loads its library when it is called.
"""

from carreau.sheets.filling import FORMATS, empty_sheet, sheet_of
from carreau.sheets.form import PAPERS, About, Paper, Sheet

__all__ = ("FORMATS", "PAPERS", "About", "NotPrinted", "Paper", "Sheet", "empty_sheet", "html", "pdf", "sheet_of")


class NotPrinted(Exception):
    """The sheet can't be printed; the text says why."""


def pdf(sheet: Sheet) -> bytes:
    """The sheet as PDF: tagged, in its language, the same bytes for the same sheet. Raises NotPrinted."""
    from carreau.sheets.press import Unprintable, printed

    try:
        return printed(sheet)
    except Unprintable as no:
        raise NotPrinted(str(no)) from no


def html(sheet: Sheet, *, style: str | None = None) -> str:
    """The sheet as one HTML document; `style`: the address of `sheet.css`, where style may not stand in the page."""
    from carreau.sheets.page import page

    return page(sheet, style=style)
