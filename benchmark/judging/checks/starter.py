"""Reads a task's starter code: which of it runs on the host for the test, and which the answer provides.

HumanEval-V runs signature, answer and test in one namespace, so a test may use every name of the starter
code. What the starter code defines completely is the task's: imports, constants, functions with a body, and
classes without an open method. Abstract methods and those of a protocol are not open. Complete code runs on
the host, so an answer cannot replace it. The answer provides the entry point, everything with an open body,
and all classes if the entry point is a class. A test may use only values of the answer, and its objects if
the task asks for a class: :func:`object_rules`.
"""

import __future__

import ast
import functools
import types
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from benchmark.core.task import Task
from benchmark.extraction.body import starter_with_pass
from benchmark.extraction.source import bound_names, module_statements, unbound_names
from benchmark.judging.checks import task_tests
from benchmark.judging.conversation.session import ObjectRules

FILE_NAME = "starter.py"
_FUTURE = "from __future__ import annotations"
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
#: Names in annotations of results that are values.
_PLAIN = frozenset(
    {
        *("str", "bytes", "bytearray", "int", "float", "complex", "bool", "None", "AnyStr", "Text"),
        *("list", "List", "tuple", "Tuple", "set", "Set", "frozenset", "FrozenSet", "AbstractSet"),
        *("dict", "Dict", "Counter", "defaultdict", "DefaultDict", "OrderedDict", "deque", "Deque", "range"),
        *("Iterable", "Iterator", "Generator", "Sequence", "Mapping", "Collection", "Optional", "Union"),
        *("typing", "collections", "abc", "Fraction", "Decimal", "date", "datetime", "timedelta"),
        *("np", "numpy", "ndarray", "pd", "pandas", "DataFrame", "Series"),
    }
)


@dataclass(frozen=True, slots=True)
class _Statement:
    """One top-level statement of a starter code."""

    code: types.CodeType
    source: str
    binds: frozenset[str]  #: names that it binds, or whose objects it changes
    reads: frozenset[str]  #: names that it reads but does not bind
    is_open: bool  #: whether it is a function or a class with a body that the answer writes
    is_class: bool
    is_abstract: bool  #: whether it is a class with abstract methods, or a protocol
    is_empty: bool  #: whether it is a class with only a placeholder in it


@dataclass(frozen=True, slots=True)
class NeededStarter:
    """The part of a starter code that a test needs."""

    code: tuple[types.CodeType, ...]  #: statements to run on the host, in order
    source: str  #: source of these statements
    names: frozenset[str]  #: names that these statements bind
    of_the_answer: frozenset[str]  #: names that the answer provides, without the entry point


@dataclass(frozen=True, slots=True)
class Starter:
    """A starter code, statement by statement."""

    statements: tuple[_Statement, ...]

    def complete_classes(self, entry: str, exceptions: Iterable[str]) -> frozenset[str]:
        """Return the task's own classes, whose objects travel even if the test does not name the class."""
        of_the_answer = self._of_the_answer({entry, *exceptions}, own_classes=False)
        names = {
            name for part in self.statements if part.is_class and not part.is_empty for name in part.binds
        }
        return frozenset(names - of_the_answer - {entry, *exceptions})

    def needed(
        self, names: Iterable[str], entry: str, *, own_classes: bool, exceptions: Iterable[str]
    ) -> NeededStarter:
        """Return the statements that a test needs, and those that these need in turn.

        Args:
            names: names that the test reads but does not bind.
            entry: module-level name of the entry point.
            own_classes: whether the answer provides all classes, because its entry point is one.
            exceptions: names of exception classes, which the host makes by itself.
        """
        apart = {entry, *exceptions}
        of_the_answer = self._of_the_answer(apart, own_classes=own_classes)
        chosen: set[int] = set()
        found: set[str] = set()
        waiting = [name for name in names if name not in apart]
        while waiting:
            name = waiting.pop()
            if name in found or name in of_the_answer:
                found.add(name)
                continue
            found.add(name)
            for place, statement in enumerate(self.statements):
                if name in statement.binds and place not in chosen:
                    chosen.add(place)
                    waiting += [other for other in statement.reads if other not in apart]
        statements = [self.statements[place] for place in sorted(chosen)]
        return NeededStarter(
            tuple(statement.code for statement in statements),
            "\n".join(
                part.source
                for place, part in enumerate(self.statements)
                # Without it, the guest would evaluate annotations, which may name classes further below.
                if place in chosen or part.source == _FUTURE
            ),
            frozenset(name for statement in statements for name in statement.binds),
            frozenset(found & of_the_answer),
        )

    def _of_the_answer(self, apart: set[str], *, own_classes: bool) -> set[str]:
        """Return the names that the answer provides: open ones, and classes that extend one of these."""
        names: set[str] = set()
        for statement in self.statements:
            if statement.is_open or (
                statement.is_class and (own_classes or statement.reads & (names | apart))
            ):
                names |= statement.binds - apart
        return names


@functools.lru_cache(maxsize=task_tests.KEPT)
def read(source: str) -> Starter:
    """Read a starter code, whose last body may be missing; if it does not parse, it has no statements."""
    parsed = starter_with_pass(source)
    if parsed is None:
        return Starter(())
    body = parsed[1].body
    quoted = any(
        isinstance(node, ast.ImportFrom)
        and node.module == "__future__"
        and node.names[0].name == "annotations"
        for node in body
    )
    return Starter(tuple(_read_statement(node, quoted=quoted) for node in body))


def _read_statement(node: ast.stmt, *, quoted: bool) -> _Statement:
    """Read a statement; ``quoted`` says whether annotations are not evaluated."""
    # Each statement is compiled alone, so the import of `annotations` does not reach the others.
    flags = __future__.annotations.compiler_flag if quoted else 0
    module = ast.Module(body=[node], type_ignores=[])
    binds = {name for inner in module_statements([node]) for name in bound_names(inner)}
    binds |= set(_changed_names(node))
    reads = unbound_names(module) - binds
    methods: list[ast.FunctionDef | ast.AsyncFunctionDef] = []
    is_protocol = False
    if isinstance(node, ast.ClassDef):
        methods = [inner for inner in node.body if isinstance(inner, _FUNCTIONS)]
        is_protocol = any(_last_name(base) == "Protocol" for base in node.bases)
    abstract = [
        method
        for method in methods
        if any(_last_name(decorator).startswith("abstract") for decorator in method.decorator_list)
    ]
    is_open = isinstance(node, _FUNCTIONS) and is_open_body(node)
    return _Statement(
        compile(module, FILE_NAME, "exec", flags, dont_inherit=True),
        ast.unparse(node),
        frozenset(binds),
        frozenset(reads),
        is_open or (not is_protocol and any(is_open_body(m) for m in methods if m not in abstract)),
        isinstance(node, ast.ClassDef),
        is_protocol or bool(abstract),
        isinstance(node, ast.ClassDef) and is_open_body(node),
    )


def _last_name(node: ast.expr) -> str:
    """Return ``c`` for ``c``, ``b.c`` and ``b.c[d]``, and nothing for other expressions."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case ast.Subscript(value=inner):
            return _last_name(inner)
        case _:
            return ""


def is_open_body(function: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> bool:
    """Whether a function or class has only a placeholder in it: ``pass``, ``...`` or a docstring."""
    return all(
        isinstance(node, ast.Pass) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))
        for node in function.body
    )


def _changed_names(statement: ast.stmt) -> Iterator[str]:
    """Yield the names whose objects a statement at module level changes: ``PRIMES.append(7)``."""
    for node in module_statements([statement]):
        targets: list[ast.expr] = []
        match node:
            case ast.Assign(targets=targets) | ast.Delete(targets=targets):
                pass
            case ast.AugAssign(target=ast.Name(id=name)):
                yield name
            case ast.AugAssign():
                targets = [node.target]
            case ast.Expr(value=ast.Call(func=ast.Attribute() as function)):
                targets = [function]
            case _:
                continue
        for target in targets:
            root = target
            while isinstance(root, ast.Attribute | ast.Subscript):
                root = root.value
            if root is not target and isinstance(root, ast.Name):
                yield root.id


def is_class_task(task: Task) -> bool:
    """Whether the entry point is a class: by the starter code, or else by its capital letter (PEP 8)."""
    if "(" in task.entry_point:
        return False
    name = task.entry_name
    if task_tests.is_class(task.starter_code, name):
        return True
    return name[:1].isupper() and name not in task_tests.defined_names(task.starter_code)


@functools.lru_cache(maxsize=task_tests.KEPT)
def object_rules(entry_point: str, entry_name: str, starter_code: str) -> ObjectRules:
    """Return what objects a test of a task can get."""
    parsed = starter_with_pass(starter_code)
    nodes = [*ast.walk(parsed[1])] if parsed else []
    classes = [node for node in nodes if isinstance(node, ast.ClassDef)]
    listed: dict[str, frozenset[str]] = {}
    for node in sorted(classes, key=lambda node: node.lineno):  # a class stands after those that it extends
        methods_of = {function.name for function in node.body if isinstance(function, _FUNCTIONS)}
        # `functools.total_ordering` adds comparisons that no `def` shows.
        methods_of |= {name for part in node.decorator_list for name in _names(part)} & {"total_ordering"}
        inherited = (listed.get(name, frozenset()) for name in (node.name, *map(_last_name, node.bases)))
        listed[node.name] = frozenset(methods_of).union(*inherited)
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
        listed=listed,
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
