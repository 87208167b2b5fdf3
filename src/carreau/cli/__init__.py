"""The command line: each command stands in a module of its own and is loaded when it is called."""

import os
import sys

import cyclopts

from carreau import __version__

HELP = """A referee you can run: what happened on the terrain goes in, rulings with their articles come out.

For example:

```
carreau judge game.jsonl              the story of a game, ruling by ruling
carreau judge game.jsonl --why        ... with the clauses behind each ruling
carreau judge games/ --json           every game of a folder, one object a line
carreau play game.jsonl               enter a game in short notation and see each ruling
carreau who --hand A2,B3 --last B --head equal
carreau rulebook fipjp-2016 15.2      one article, with its cases
```
"""

app = cyclopts.App(
    name="carreau",
    help=HELP,
    help_format="markdown",
    version=f"carreau {__version__}",
    version_flags=["--version", "-V"],
    usage="Usage: carreau COMMAND [ARGS]",
)
app.register_install_completion_command(name="--install-completion")

imports = cyclopts.App(name="import", help="Make a record of a game that was written down otherwise.")
simulate = cyclopts.App(name="simulate", help="Play a throw, a stroke, a study or a whole game by the laws of physics.")
study = cyclopts.App(name="study", help="Play the same over and over, and count what comes of it.")

desk = cyclopts.App(name="desk", help="What a desk holds, as files: records, copies.")

COMMANDS = ("judge", "play", "who", "compare", "rulebook", "ledger", "schema", "new", "serve")
for name in COMMANDS:
    app.command(f"carreau.cli.{name}:{name}", name=name)
app.command("carreau.cli.paper:sheet", name="sheet")
GROUPS = (
    (
        app,
        desk,
        {
            "export": "carreau.cli.desk:export",
            "import": "carreau.cli.desk:bring",
            "backup": "carreau.cli.desk:backup",
            "restore": "carreau.cli.desk:restore",
        },
    ),
    (app, imports, {"ends": "carreau.cli.ends:ends"}),
    (
        app,
        simulate,
        {
            "throw": "carreau.cli.simulate_throw:throw",
            "stroke": "carreau.cli.simulate_table:stroke",
            "game": "carreau.cli.simulate:game",
        },
    ),
    (simulate, study, {"throw": "carreau.cli.simulate_study:throw", "stroke": "carreau.cli.study_stroke:stroke"}),
)
for parent, group, members in GROUPS:
    for name, place in members.items():
        group.command(place, name=name)
    parent.command(group)

STDIN = "<standard input>"  # what stands for `-`, which would be taken for an option
FAILED = 2
INTERRUPTED = 130


def main(words: list[str] | None = None) -> int:
    """Run one command; 0 if all is well, 2 if what it was given can't be used."""
    from carreau.cli.screen import Stop, cry

    try:
        given = sys.argv[1:] if words is None else words
        if not given or given[-1] in (*app.help_flags, "import", "simulate", "study", "desk"):
            _load_all()
        done = app(
            [STDIN if word == "-" else word for word in given], exit_on_error=False, result_action="return_value"
        )
        sys.stdout.flush()
    except cyclopts.CycloptsError:
        return FAILED
    except Stop as stop:
        cry(str(stop))
        return FAILED
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # the reader, such as `head`, has seen enough
        sys.stderr.close()
        return 0
    except OSError as full:  # standard output, such as a full disk; files have their own messages
        cry(full.strerror or str(full))
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what is left can't be written either
        return FAILED
    return done if isinstance(done, int) else 0


def _load_all() -> None:
    """The list of commands says of each what it does, which stands in its module."""
    for name in (*COMMANDS, "sheet"):
        app[name]
    for _, group, members in GROUPS:
        for name in members:
            group[name]
