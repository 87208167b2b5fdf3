"""A sheet as HTML for the printer: the same data, with style for paper."""

from functools import cache
from importlib.resources import files

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from carreau.sheets.code import squares
from carreau.sheets.form import Sheet


def page(sheet: Sheet, *, style: str | None = None) -> str:
    """The sheet as one HTML document. `style`: the address of the style sheet, where it may not stand in the page."""
    code = Markup(squares(sheet.closing.url)) if sheet.closing.url else ""
    inside = Markup(stylesheet()) if style is None else ""
    return _pages().get_template("sheet.html").render(sheet=sheet, code=code, style=style, inside=inside)


@cache
def stylesheet() -> str:
    """The style of a sheet on paper."""
    return files("carreau.sheets").joinpath("sheet.css").read_text("utf-8")


@cache
def _pages() -> Environment:
    return Environment(
        loader=PackageLoader("carreau.sheets", "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
