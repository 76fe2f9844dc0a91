"""Which objects of the answer a test may use: none but values, unless the task asks for a class."""

import ast
import functools
from collections.abc import Iterator

from benchmark.core.task import Task
from benchmark.extraction.body import starter_with_pass
from benchmark.judging.checks import task_tests
from benchmark.judging.checks.starter import read
from benchmark.judging.conversation.session import ObjectRules

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
#: Names in annotations of results that are values.
_PLAIN = frozenset(
    {
        "str",
        "bytes",
        "bytearray",
        "int",
        "float",
        "complex",
        "bool",
        "None",
        "list",
        "dict",
        "set",
        "frozenset",
    }
    | {
        "tuple",
        "range",
        "List",
        "Dict",
        "Set",
        "FrozenSet",
        "AbstractSet",
        "Tuple",
        "Optional",
        "Union",
        "typing",
    }
    | {
        "AnyStr",
        "Text",
        "Iterable",
        "Iterator",
        "Generator",
        "Sequence",
        "Mapping",
        "Collection",
        "collections",
    }
    | {"abc", "deque", "Deque", "Counter", "defaultdict", "DefaultDict", "OrderedDict", "Fraction", "Decimal"}
    | {"date", "datetime", "timedelta", "np", "numpy", "ndarray", "pd", "pandas", "DataFrame", "Series"}
)


def is_class_task(task: Task) -> bool:
    """Whether the entry point is a class: by the starter code, or else by its capital letter (PEP 8)."""
    if "(" in task.entry_point:
        return False
    name = task.entry_name
    if task_tests.is_class(task.starter_code, name):
        return True
    return name[:1].isupper() and name not in task_tests.defined_names(task.starter_code)


def object_rules(task: Task) -> ObjectRules:
    """Return what objects a test of this task can get."""
    return _rules(task.entry_point, task.entry_name, task.starter_code)


@functools.lru_cache(maxsize=256)
def _rules(entry_point: str, entry_name: str, starter_code: str) -> ObjectRules:
    parsed = starter_with_pass(starter_code)
    nodes = [*ast.walk(parsed[1])] if parsed else []
    classes = [node for node in nodes if isinstance(node, ast.ClassDef)]
    defined = {
        function.name for node in classes for function in node.body if isinstance(function, _FUNCTIONS)
    }
    for node in classes:
        defined |= {name for part in node.decorator_list for name in _names(part)} & {"total_ordering"}
    methods = None
    if "(" in entry_point:
        own = [function.name for node in classes if node.name == entry_name for function in ast.walk(node)
               if isinstance(function, _FUNCTIONS)]  # fmt: skip
        methods = frozenset({entry_point.rpartition(".")[2].strip(), *own})
    others = [statement for statement in read(starter_code).statements if statement.is_class and
              (methods is None or entry_name not in statement.binds)]  # fmt: skip
    plain = frozenset(
        node.name
        for node in nodes
        if isinstance(node, _FUNCTIONS)
        and node.returns is not None
        and _PLAIN.issuperset(_names(node.returns))
    )
    entry_class = "(" not in entry_point and any(node.name == entry_name for node in classes)
    return ObjectRules(
        methods=methods,
        entry_class=entry_class,
        defined=frozenset(defined),
        plain_results=plain,
        open_classes=any(
            statement.is_open or statement.is_abstract or statement.is_empty for statement in others
        ),
    )


def _names(annotation: ast.expr) -> Iterator[str]:
    """Yield the names in an annotation, also in a quoted one; a text that cannot be read counts as a name."""
    for node in ast.walk(annotation):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name):
                yield name
            case ast.Constant(value=str(text)):
                try:
                    yield from _names(ast.parse(text, mode="eval").body)
                except (SyntaxError, ValueError):
                    yield text
            case _:
                pass
