"""Score sheets: what a game gave, or an empty form to fill in, as paper in any language.

A sheet is data first: `sheet_of` reads it from a game, `empty_sheet` from a rulebook; `pdf` and `html` print the same.
"""

from carreau.sheets.filling import empty_sheet, sheet_of
from carreau.sheets.form import About, Paper, Sheet
from carreau.sheets.page import html, stylesheet
from carreau.sheets.press import pdf

__all__ = ("About", "Paper", "Sheet", "empty_sheet", "html", "pdf", "sheet_of", "stylesheet")
