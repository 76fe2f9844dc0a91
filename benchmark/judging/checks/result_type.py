"""Finds methods that objects of the answer's classes must not have for a test: those that compare values.

In ``f(x).startswith("a")`` the returned object compares itself with a value of the test, and could lie. A
text cannot lie, because it is sent as plain data. So if the starter code annotates the result with plain
types only, an object of the answer's own class has no such methods.
"""

import ast
import functools

from benchmark.core.task import Task
from benchmark.extraction.body import starter_with_pass

_OF_TEXTS = frozenset(
    {"startswith", "endswith", "count", "index", "find", "rfind", "rindex", "isalpha", "isdigit", "isnumeric"}
    | {"isdecimal", "isalnum", "isupper", "islower", "isspace", "istitle", "isidentifier", "isascii"}
)
_OF_SETS = frozenset({"issubset", "issuperset", "isdisjoint"})
_OF_SEQUENCES = frozenset({"count", "index"})
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
