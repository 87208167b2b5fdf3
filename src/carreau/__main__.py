"""The way in for `python -m carreau` and for the installed command: the command line, if its extra is there."""

import sys

EXTRA = frozenset({"cyclopts", "rich"})
MISSING = "carreau: the command line needs the extra: pip install 'carreau[cli]'"


def main() -> int:
    """Hand over to the command line; without its libraries say in one line what to install."""
    try:
        from carreau.cli import main as command_line
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] not in EXTRA:
            raise
        print(MISSING, file=sys.stderr)
        return 2
    return command_line()


if __name__ == "__main__":
    sys.exit(main())
