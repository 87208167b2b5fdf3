"""Pages that are whole without a script: written on the desk in the reader's language, from templates that escape."""

from functools import cache, partial
from typing import Any

from fastapi import Request, Response
from jinja2 import Environment, PackageLoader, StrictUndefined

from carreau.desk.pages import POLICY, pages_of
from carreau.gamefile import told
from carreau.say import languages

NAMED = {"en": "English", "fr": "français", "fi": "suomi", "it": "italiano", "es": "español"}
SIGNS = {"A": "●", "B": "◎"}
FRESH = "no-store"


def language_of(request: Request) -> str:
    """The language that the address asks for, else the first that the browser wishes and we speak, else English."""
    asked = request.query_params.get("lang", "")[:2].lower()
    wished = [part.strip()[:2].lower() for part in request.headers.get("accept-language", "").split(",")]
    return next((lang for lang in (asked, *wished) if lang in languages()), "en")


def page(
    request: Request, template: str, lang: str, *, keep: str = FRESH, frames: str = "'none'", **values: Any
) -> Response:
    """A page of ours. `keep`: its Cache-Control; `frames`: who may frame it."""
    text = _pages().get_template(template).render(
        t=partial(told, lang=lang),
        lang=lang,
        languages=[(code, NAMED.get(code, code)) for code in languages()],
        files=f"/s/{pages_of(request).assets.digest}",
        signs=SIGNS,
        path=request.url.path,
        **values,
    )  # fmt: skip
    return Response(text, media_type="text/html", headers=page_headers(lang, keep, frames))


def page_headers(lang: str, keep: str = FRESH, frames: str = "'none'") -> dict[str, str]:
    """What goes with every page of ours."""
    return {
        "Cache-Control": keep,
        "Content-Language": lang,
        "Content-Security-Policy": POLICY.replace("frame-ancestors 'none'", f"frame-ancestors {frames}"),
        "Referrer-Policy": "no-referrer",
        "X-Content-Type-Options": "nosniff",
        "Vary": "Accept-Language",
    }


@cache
def _pages() -> Environment:
    return Environment(
        loader=PackageLoader("carreau.desk", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
