"""Check the texts of a task: signature and notes, problem text, and the names in its program."""

import ast
import re
import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files

from benchmark.authoring.chart_families.family import CHANGE, ChartFamily
from benchmark.authoring.chart_families.instance import ChartTask
from benchmark.authoring.gates.fault import GateFault
from benchmark.authoring.gates.words import estimate_tokens
from benchmark.authoring.source import ENTRY_POINT

MIN_TOKENS, MAX_TOKENS = 40, 260  #: of signature and notes
MIN_PROBLEM_WORDS = 25

_PLACEHOLDER = re.compile(r"\$\{?([a-z_]\w*)", re.IGNORECASE)


def text_faults(made: ChartTask) -> Iterator[GateFault]:
    """Yield the faults in the texts of a task."""
    for gate, problems in (
        ("text", _text_problems(made)),
        ("problem", _problem_problems(made)),
        ("names", _name_problems(made)),
    ):
        for problem in problems:
            yield GateFault(made.task_id, gate, problem)


def seed_faults(family: ChartFamily) -> Iterator[GateFault]:
    """Yield a fault if every seed makes the same charts."""
    programs = family.reference.replace(CHANGE, "") + "".join(family.variants.values())
    if not _PLACEHOLDER.search(programs):
        problem = "neither REFERENCE nor VARIANTS has a $name, so every seed makes the same charts"
        yield GateFault(family.name, "seeds", problem)


def problem_faults(made: Sequence[ChartTask]) -> Iterator[GateFault]:
    """Yield a fault if two tasks of a family have the same problem text."""
    if len({task.problem for task in made}) < len(made):
        yield GateFault(made[0].family, "problem", "two variants have the same problem text")


def _text_problems(made: ChartTask) -> Iterator[str]:
    function = _function(made.text)
    if function is None or not ast.get_docstring(function) or len(function.body) > 1:
        yield f"must be one function {ENTRY_POINT} with a docstring and nothing else"
        return
    arguments = [*function.args.args, *function.args.kwonlyargs]
    if function.returns is None or any(argument.annotation is None for argument in arguments):
        yield "every argument and the result need a type"
    tokens = estimate_tokens(made.text)
    if not MIN_TOKENS <= tokens <= MAX_TOKENS:
        yield f"has about {tokens} tokens; it needs {MIN_TOKENS} to {MAX_TOKENS}"
    if any(len(call) != len(arguments) for call in made.calls):
        yield f"has {len(arguments)} arguments, but a call has another number"
    if _signature(made.text) != _signature(made.reference):
        yield "has another signature than REFERENCE"


def _problem_problems(made: ChartTask) -> Iterator[str]:
    words = made.problem.split()
    if len(words) < MIN_PROBLEM_WORDS:
        yield f"has {len(words)} words, fewer than {MIN_PROBLEM_WORDS}"
    if "$" in made.problem or "TO" + "DO" in made.problem:
        yield "has a part that is not written yet"


def _name_problems(made: ChartTask) -> Iterator[str]:
    for name in sorted(_names(made.reference)):
        if found := _methods(name):
            yield f"the name {name!a} says how the program works: {', '.join(found)}; name what it holds"
    function = _function(made.text)
    for name in sorted(
        set(re.findall(r"[a-z_]+", (ast.get_docstring(function) or "").lower() if function else ""))
    ):
        if found := _methods(name):
            yield f"the notes say how the program works: {', '.join(found)}"


def _methods(name: str) -> list[str]:
    """Return the methods that a name mentions."""
    known = _known_methods()
    return [word for word in dict.fromkeys([name.lower(), *name.lower().split("_")]) if word in known]


@cache
def _known_methods() -> frozenset[str]:
    table = tomllib.loads(files(__package__).joinpath("names.toml").read_text(encoding="utf-8"))
    return frozenset(table["methods"].split())


def _names(source: str) -> set[str]:
    """Return the names that a program gives to functions, arguments and variables."""
    names = set()
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.arg(arg=name):
                names.add(name)
            case ast.Name(id=name, ctx=ast.Store()):
                names.add(name)
            case _:
                pass
    return names


def _function(text: str) -> ast.FunctionDef | None:
    """Return the function ``solution`` of a text; None if the text does not define it or is not Python."""
    try:
        body = ast.parse(text).body
    except (SyntaxError, ValueError):
        return None
    found = [node for node in body if isinstance(node, ast.FunctionDef) and node.name == ENTRY_POINT]
    return found[0] if found else None


def _signature(text: str) -> str:
    function = _function(text)
    if function is None:
        return ""
    returns = "" if function.returns is None else ast.unparse(function.returns)
    return f"({ast.unparse(function.args)}) -> {returns}"
