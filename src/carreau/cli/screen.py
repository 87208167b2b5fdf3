"""What the commands share: the language, the console with or without colour, messages of failure."""

import os
import sys
import unicodedata
from typing import TYPE_CHECKING

from carreau.core.ruling import Slot
from carreau.gamefile import told
from carreau.say import languages

if TYPE_CHECKING:
    from rich.console import Console

WIDEST = 120
USUAL = 100


class Stop(Exception):
    """The command can't be carried out; the text says why."""


def language(asked: str | None) -> str:
    """The language asked for, else that of the system if there are sentences in it, else English."""
    if asked is not None:
        if asked not in languages():
            raise Stop(told("screen.no_language", "en", tongue=asked, known=", ".join(languages())))
        return asked
    system = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or "en"
    return system[:2] if system[:2] in languages() else "en"


def stop(key: str, lang: str, **slots: Slot) -> Stop:
    """A reason to stop, as a sentence."""
    return Stop(told(key, lang, {}, **slots))


def cry(text: str) -> None:
    """One message on standard error."""
    print(f"carreau: {clean(text)}", file=sys.stderr)


def clean(text: str) -> str:
    """A text without characters that would steer the terminal; names and notes come from anywhere."""
    return "".join(" " if unicodedata.category(c) in ("Cc", "Cf", "Cs") and c not in "\n\u200d" else c for c in text)


def plain() -> bool:
    """Is there to be no colour?"""
    return bool(os.environ.get("NO_COLOR"))


def console() -> "Console":
    """Standard output, as wide as it is but not wider than can be read; without a terminal always the same."""
    from rich.console import Console

    ready()
    found = Console(highlight=False, markup=False, emoji=False, color_system=None if plain() else "auto")
    if not found.is_terminal:
        found.width = int(columns) if (columns := os.environ.get("COLUMNS", "")).isdigit() else USUAL
    found.width = max(40, min(found.width, WIDEST))
    return found


def ready() -> None:
    """Let what a terminal can't show be replaced rather than fail."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
