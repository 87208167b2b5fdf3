"""Which messages the rules say: every `book.rule`, `refuse`, `ask` and `ask_umpire`, read from the code."""

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import get_args

from msgspec import Struct

from carreau.books import PLACES
from carreau.core.rulebook import load
from carreau.petanque.state import Does
from carreau.sports import kit
from tests.proof import HOUSE, ROOT, code

LANGUAGES = ("en", "es", "fi", "fr", "it")  # those in which every sentence of all rulebooks and screens exists
ROOMS = ("petanque", "billiards", "core")
MAKERS = ("rule", "refuse", "ask", "ask_umpire")
NO_SLOTS = {"cites", "breach", "default", "may", "waits"}
EDITIONS = tuple(load(kit(sport).package, id) for id, (sport, _, _) in PLACES.items())
REMINDERS = tuple(
    dict.fromkeys(key for source in EDITIONS for key, c in source["clauses"].items() if c["handled"] == "guidance")
)

TOPICS = frozenset(
    node.value
    for path, tree in code("petanque/suomi")
    for node in ast.walk(tree)
    if path.name.startswith("topics") and isinstance(node, ast.Constant) and isinstance(node.value, str)
)
SILENT = tuple(topic for topic in load("carreau.petanque", "suomi")["silent"] if topic in TOPICS)

# What the parts of a key in braces can be, where the code puts it together.
PUT_TOGETHER: dict[str, tuple[str, ...]] = {
    "turn.{}": tuple(does for does in get_args(Does) if does not in ("choose", "stroke")),
    "end.gives_{}": ("dead_jack", "nobody", "equal", "nearer"),
    "end.count_{}": ("nearer", "unknown"),
    "refused.game_{}": ("over", "suspended"),
    "refused.count_{}": ("dead_jack", "nobody", "equal"),
    "reminder.{}": REMINDERS,
    "silent.{}": SILENT,
}


class Said(Struct, frozen=True, kw_only=True):
    """One place in the code that says something: the keys it can say, the slots it gives (`more`: and others)."""

    place: str
    keys: tuple[str, ...]
    slots: frozenset[str]
    more: bool
    choices: dict[str, tuple[str, ...]] = {}
    unread: str = ""


@cache
def said() -> tuple[Said, ...]:
    """Every place in the code of the rules and of the core that makes a ruling."""
    return tuple(found for path, tree in code(*ROOMS) for found in _in_module(path, tree))


@cache
def slots_by_key() -> dict[str, list[Said]]:
    """For each key the places that say it."""
    table: dict[str, list[Said]] = {}
    for call in said():
        for key in call.keys:
            table.setdefault(key, []).append(call)
    return table


def choices_by_ask() -> dict[str, set[str]]:
    """For each question the answers that the code offers, as far as it names them."""
    table: dict[str, set[str]] = {}
    for call in said():
        for ask, choices in call.choices.items():
            table.setdefault(ask, set()).update(choices)
    return table


def _in_module(path: Path, tree: ast.Module) -> Iterator[Said]:
    for function in [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]:
        for call in _own_calls(function):
            if _maker(call) is not None:
                yield _read(path, Scope(tree, function), call)


def _own_calls(within: ast.FunctionDef | ast.Module) -> Iterator[ast.Call]:
    """The calls in a function; in a module those that stand in no function."""
    waiting: list[ast.AST] = list(ast.iter_child_nodes(within))
    while waiting:
        node = waiting.pop(0)
        if isinstance(node, ast.Call):
            yield node
        if not (isinstance(within, ast.Module) and isinstance(node, ast.FunctionDef)):
            waiting.extend(ast.iter_child_nodes(node))


def _maker(call: ast.Call) -> str | None:
    match call.func:
        case ast.Attribute(value=ast.Name(id="book" | "bench"), attr=attr) if attr in MAKERS:
            return attr
        case ast.Name(id="_refusal"):
            return "refusal"
        case _:
            return None


class Scope:
    """What a name can stand for at one place of a module."""

    def __init__(self, tree: ast.Module, function: ast.FunctionDef | None) -> None:
        self.tree = tree
        self.function = function

    def values(self, node: ast.expr, depth: int = 0) -> tuple[str, ...]:
        """The strings that an expression can be; () if that cannot be read."""
        match node:
            case ast.Constant(value=str(value)):
                return (value,)
            case ast.JoinedStr(values=parts):
                return self._joined(parts, depth)
            case ast.IfExp(body=body, orelse=orelse):
                return self._all((body, orelse), depth)
            case ast.BoolOp(values=values):
                return self._all(values, depth)
            case ast.Name(id=name) if depth < 4:
                return self._named(name, depth + 1)
            case ast.Attribute(attr=field) if depth < 4:
                return _in_field(field, depth + 1, _sport(self.tree))
            case ast.Subscript(value=ast.Name(id=name)):
                return self._table(name, depth)
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="get"), args=[_, *rest]):
                return self._table(name, depth) + self._all(rest, depth)
            case _:
                return ()

    def _all(self, nodes: Iterable[ast.expr], depth: int) -> tuple[str, ...]:
        found = [self.values(node, depth) for node in nodes]
        return tuple(value for values in found for value in values) if all(found) else ()

    def _joined(self, parts: list[ast.expr], depth: int) -> tuple[str, ...]:
        pattern = "".join(str(p.value) if isinstance(p, ast.Constant) else "{}" for p in parts)
        if pattern in PUT_TOGETHER:
            return tuple(pattern.format(value) for value in PUT_TOGETHER[pattern])
        holes = [p.value for p in parts if isinstance(p, ast.FormattedValue)]
        if len(holes) == 1 and ast.unparse(holes[0]) == "answer.choice" and self.function is not None:
            return tuple(pattern.format(choice) for ask in _answered(self.function) for choice in _offered(ask))
        values = self.values(holes[0], depth) if len(holes) == 1 else ()
        return tuple(pattern.format(value) for value in values)

    def _named(self, name: str, depth: int) -> tuple[str, ...]:
        if self.function is not None:
            if own := list(_given(self.function, name)):
                return self._all(own, depth)
            if name in (parameters := _parameters(self.function)):
                return self._handed_in(self.function, name, parameters.index(name), depth)
        return self._all(given, depth) if (given := list(_given(self.tree, name))) else ()

    def _handed_in(self, function: ast.FunctionDef, name: str, place: int, depth: int) -> tuple[str, ...]:
        """What the calls in all modules of the rules give to a parameter of this function."""
        found: list[str] = []
        for scope, call in _calls_of(function.name):
            if function.name.startswith("_") and scope.tree is not self.tree:
                continue
            node = next((k.value for k in call.keywords if k.arg == name), None)
            node = node or (call.args[place] if place < len(call.args) else _default(function, name))
            values = scope.values(node, depth) if node is not None else ()
            if not values:
                return ()
            found.extend(values)
        return tuple(dict.fromkeys(found))

    def _table(self, name: str, depth: int) -> tuple[str, ...]:
        """All values of a table of the module."""
        for node in _given(self.tree, name):
            if isinstance(node, ast.Dict):
                return self._all(node.values, depth)
        return ()


@cache
def _sports() -> dict[int, str]:
    """For each module the sport that it belongs to: `petanque`, `five`, `cochonnet`."""
    rules = [(path.relative_to(HOUSE).parts[0], path, tree) for path, tree in code(*ROOMS)]
    return {id(tree): path.name.split("_")[0] if room == "billiards" else room for room, path, tree in rules}


def _sport(tree: ast.AST) -> str:
    return _sports().get(id(tree), "")


@cache
def _in_field(field: str, depth: int, sport: str) -> tuple[str, ...]:
    """What a field of a sport's own small tables can be: whatever they are made with."""
    found: list[str] = []
    for tree in [tree for _, tree in code(*ROOMS) if _sport(tree) == sport]:
        for made in [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]:
            fields = [f.target.id for f in made.body if isinstance(f, ast.AnnAssign) and isinstance(f.target, ast.Name)]
            if field in fields:
                for scope, call in [c for c in _calls_of(made.name) if _sport(c[0].tree) == sport]:
                    given = next((k.value for k in call.keywords if k.arg == field), None)
                    place = fields.index(field)
                    node = given or (call.args[place] if place < len(call.args) else None)
                    found.extend(scope.values(node, depth) if node is not None else ())
    return tuple(dict.fromkeys(found))


def _parameters(function: ast.FunctionDef) -> list[str]:
    """A function's parameters in their places, those that go by name only last."""
    return [a.arg for a in (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)]


def _default(function: ast.FunctionDef, name: str) -> ast.expr | None:
    """What a parameter is when the call says nothing."""
    plain = [a.arg for a in (*function.args.posonlyargs, *function.args.args)]
    last = dict(zip(reversed(plain), reversed(function.args.defaults), strict=False))
    by_name = dict(zip([a.arg for a in function.args.kwonlyargs], function.args.kw_defaults, strict=True))
    return {**last, **by_name}.get(name)


def _calls_of(function: str) -> list[tuple[Scope, ast.Call]]:
    """Every call of a function in the rules, with the place it stands in."""
    return _calls_by_name().get(function, [])


@cache
def _calls_by_name() -> dict[str, list[tuple[Scope, ast.Call]]]:
    table: dict[str, list[tuple[Scope, ast.Call]]] = {}
    for _, tree in code(*ROOMS):
        for caller in (*[n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)], None):
            for call in _own_calls(caller or tree):
                if isinstance(call.func, ast.Name | ast.Attribute):
                    name = call.func.id if isinstance(call.func, ast.Name) else call.func.attr
                    table.setdefault(name, []).append((Scope(tree, caller), call))
    return table


@cache
def _given(within: ast.AST, name: str) -> tuple[ast.expr, ...]:
    """The expressions that are assigned to a name, alone or in a pair."""
    return tuple(_assigned(within, name))


@cache
def _assigning(within: ast.AST) -> tuple[ast.AST, ...]:
    nodes = within.body if isinstance(within, ast.Module) else ast.walk(within)
    return tuple(n for n in nodes if isinstance(n, ast.Assign | ast.AnnAssign | ast.NamedExpr | ast.For))


def _assigned(within: ast.AST, name: str) -> Iterator[ast.expr]:
    for node in _assigning(within):
        match node:
            case ast.Assign(targets=[ast.Name(id=target)], value=value) if target == name:
                yield value
            case ast.AnnAssign(target=ast.Name(id=target), value=ast.expr() as value) if target == name:
                yield value
            case ast.NamedExpr(target=ast.Name(id=target), value=value) if target == name:
                yield value
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=value):
                yield from _in_pair(targets, value, name)
            case ast.For(target=ast.Tuple(elts=targets), iter=ast.Tuple(elts=values) | ast.List(elts=values)):
                for value in values:
                    yield from _in_pair(targets, value, name)
            case ast.For(target=ast.Name(id=target), iter=ast.Tuple(elts=values) | ast.List(elts=values)) if (
                target == name
            ):
                yield from values


def _in_pair(targets: list[ast.expr], value: ast.expr, name: str) -> Iterator[ast.expr]:
    for place, target in enumerate(targets):
        if isinstance(target, ast.Name) and target.id == name:
            yield value.elts[place] if isinstance(value, ast.Tuple) else ast.Pass()  # type: ignore[misc]


def _read(path: Path, scope: Scope, call: ast.Call) -> Said:
    maker = _maker(call)
    place = f"{path.relative_to(ROOT)}:{call.lineno}"
    names = scope.values(call.args[0]) if call.args else ()
    asks = maker in ("ask", "ask_umpire")
    given = {k.arg for k in call.keywords if k.arg is not None} - NO_SLOTS
    extra = {"ask": {"side", "about"}, "ask_umpire": {"side", "about", "reading"}}.get(maker or "", set())
    return Said(
        place=place,
        keys=tuple(f"ask.{name}" if asks else name for name in names),
        slots=frozenset(given | extra),
        more=maker == "refusal" or any(k.arg is None for k in call.keywords),
        choices=_choices(scope, maker, call, names) if asks else {},
        unread="" if names else ast.unparse(call.args[0]) if call.args else "no key",
    )


@cache
def answers(reading: str) -> tuple[str, ...]:
    """The answers that any edition knows to a question, under its own id or the one it serves."""
    known = [
        r for source in EDITIONS for id, r in source.get("readings", {}).items() if reading in (id, r.get("serves"))
    ]
    return tuple(dict.fromkeys(answer for r in known for answer in r["answers"]))


def _choices(scope: Scope, maker: str | None, call: ast.Call, asks: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """The answers that each question offers, as far as they can be read: all of its reading's, or those listed."""
    if maker == "ask_umpire" and len(call.args) > 1:
        readings = scope.values(call.args[1])
        paired = readings if len(readings) == len(asks) else readings * len(asks) if len(readings) == 1 else ()
        return {ask: answers(reading) for ask, reading in zip(asks, paired, strict=False)}
    nodes = list(_listed(scope, call.args[2])) if maker == "ask" and len(call.args) > 2 else []
    plain = [n.args[0] if isinstance(n, ast.Call) and n.args else n for n in nodes]
    listed = tuple(value for node in plain for value in scope.values(node))
    return dict.fromkeys(asks, listed)


def _listed(scope: Scope, node: ast.expr) -> Iterator[ast.expr]:
    """The members of a list that is written out, in place or under a name of the module."""
    if isinstance(node, ast.List | ast.Tuple):
        yield from node.elts
    elif isinstance(node, ast.Name):
        for given in (*_given(scope.function or scope.tree, node.id), *_given(scope.tree, node.id)):
            if not isinstance(given, ast.Name):
                yield from _listed(scope, given)


def _answered(function: ast.FunctionDef) -> Iterator[str]:
    """The questions whose answers a decision judges."""
    for decorator in function.decorator_list:
        for keyword in decorator.keywords if isinstance(decorator, ast.Call) else ():
            if keyword.arg == "answers" and isinstance(keyword.value, ast.Tuple):
                yield from (str(e.value) for e in keyword.value.elts if isinstance(e, ast.Constant))


def _offered(ask: str) -> tuple[str, ...]:
    """The answers that the code offers to a question."""
    found: list[str] = []
    for maker in ("ask", "ask_umpire"):
        for scope, call in _calls_of(maker):
            if call.args and ask in (asks := scope.values(call.args[0], 3)):
                found.extend(_choices(scope, maker, call, asks).get(ask, ()))
    return tuple(dict.fromkeys(found))
