"""Finds methods that objects of the answer's classes must not have for a test: those that compare values.

In ``f(x).startswith("a")`` the returned object compares itself with a value of the test, and could lie. A
text cannot lie, because it is sent as plain data. So if the starter code annotates the result with plain
types only, an object of the answer's own class has no such methods.

Without an annotation the test tells what it expects. If all names that it reads of the answer's results are
methods of lists, it expects a list or a tuple: then ``count`` and ``index`` are the host's, over the object's
items, and an object without items lacks them.
"""

import ast
import functools

from benchmark.core.task import Task
from benchmark.extraction.body import starter_with_pass
from benchmark.judging.checks.task_tests import TestSource

_OF_TEXTS = frozenset(
    {"startswith", "endswith", "count", "index", "find", "rfind", "rindex", "isalpha", "isdigit", "isnumeric"}
    | {"isdecimal", "isalnum", "isupper", "islower", "isspace", "istitle", "isidentifier", "isascii"}
)
_OF_SETS = frozenset({"issubset", "issuperset", "isdisjoint"})
_OF_SEQUENCES = frozenset({"count", "index"})
_OF_LISTS = frozenset(name for name in dir(list) if not name.startswith("_"))
_OF_NUMBERS = frozenset({"is_integer", "bit_length", "bit_count"})
#: Name of a plain type in annotations → its methods that compare or test its value.
_METHODS = {
    **dict.fromkeys(("str", "bytes", "AnyStr", "Text"), _OF_TEXTS),
    **dict.fromkeys(("set", "frozenset", "Set", "FrozenSet", "AbstractSet"), _OF_SETS),
    **dict.fromkeys(("list", "tuple", "List", "Tuple"), _OF_SEQUENCES),
    **dict.fromkeys(("int", "float", "complex"), _OF_NUMBERS),
    **dict.fromkeys(("bool", "dict", "Dict", "None", "Optional", "Union", "typing"), frozenset()),
}


def compared_by_host(task: Task, libraries: tuple[str, ...]) -> frozenset[str]:
    """Return the names of the methods that only plain values may have.

    Args:
        task: the task.
        libraries: libraries that the test uses; with pandas, ``equals`` is added, because frames are plain
            data.
    """
    method = task.entry_point.rpartition(").")[2] if ")." in task.entry_point else task.entry_name
    return _methods_of_result(task.starter_code, method) | ({"equals"} if "pandas" in libraries else set())


def counted_by_host(task: Task, source: TestSource) -> frozenset[str]:
    """Return the methods of sequences that the host computes for an object: ``count`` and ``index``, or none.

    Args:
        task: the task.
        source: its test.
    """
    if not any(f".{name}(" in source.source for name in _OF_SEQUENCES) or "->" in task.starter_code:
        return frozenset()
    return _OF_SEQUENCES if _expects_a_list(source, task.entry_name) else frozenset()


@functools.lru_cache(maxsize=256)
def _expects_a_list(source: TestSource, entry: str) -> bool:
    """Whether a test uses what may come from the answer as lists only."""
    results = _names_of_results(source.tree, entry)
    with_arguments = {
        id(node.func) for node in ast.walk(source.tree) if isinstance(node, ast.Call) and node.args
    }
    read = [
        node
        for node in ast.walk(source.tree)
        if isinstance(node, ast.Attribute) and _names_in(node.value) & results
    ]
    return all(
        node.attr in _OF_LISTS and (node.attr not in _OF_SEQUENCES or id(node) in with_arguments)
        for node in read
    )


def _names_of_results(tree: ast.Module, entry: str) -> set[str]:
    """Return the names of a test whose values may come from the answer, and those of the entry point."""
    names = {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)} - {"self", "cls"}
    names |= {entry, "candidate"}
    before = 0
    while len(names) > before:
        before = len(names)
        for node in ast.walk(tree):
            for target, value in _assigned(node):
                if _names_in(value) & names:
                    names |= _names_in(target)
    return names


def _assigned(node: ast.AST) -> list[tuple[ast.AST, ast.AST]]:
    """Return the pairs of target and value that a statement or expression assigns."""
    match node:
        case ast.Assign(targets=targets, value=value):
            return [(target, value) for target in targets]
        case ast.AnnAssign(target=target, value=ast.expr() as value):
            return [(target, value)]
        case ast.NamedExpr(target=target, value=value):
            return [(target, value)]
        case ast.For(target=target, iter=value) | ast.comprehension(target=target, iter=value):
            return [(target, value)]
        case ast.withitem(context_expr=value, optional_vars=ast.expr() as target):
            return [(target, value)]
        case _:
            return []


def _names_in(node: ast.AST) -> set[str]:
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}


@functools.lru_cache(maxsize=256)
def _methods_of_result(starter_code: str, name: str) -> frozenset[str]:
    if "->" not in starter_code:
        return frozenset()
    parsed = starter_with_pass(starter_code)
    for node in ast.walk(parsed[1]) if parsed else ():
        if isinstance(node, ast.FunctionDef) and node.name == name and node.returns is not None:
            names = _names(node.returns)
            if names <= _METHODS.keys():
                return frozenset().union(*(_METHODS[name] for name in names))
    return frozenset()


def _names(annotation: ast.expr) -> set[str]:
    names = set()
    for node in ast.walk(annotation):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name):
                names.add(name)
            case ast.Constant(value=str(text)):
                try:
                    names |= _names(ast.parse(text, mode="eval").body)
                except (SyntaxError, ValueError):
                    names.add(text)
            case _:
                pass
    return names
