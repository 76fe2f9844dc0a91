"""Names the kind of error of a failed answer: the error types of MMCode's analysis, by a stated rule.

The first type that fits counts:

1. ``time-limit``, ``memory``, ``syntax``: by the status.
2. ``input-parsing``: an ``EOFError``; or an error of conversion or access in a line that reads standard input
   or parses text that came from it.
3. ``access``, ``type``, ``math``, ``name``: by the class of the exception, or a class that it extends.
4. ``output-format``: a wrong output with the expected content, see :mod:`.compare`.
5. ``wrong-answer``: any other wrong output.
6. ``empty``: there is no code to run.
7. ``other-error``: everything else, such as a recursion that is too deep, or an exit code that is not 0.

The class of an exception and its line are what the sandbox reports. A hostile answer can forge the report,
and thereby choose its type, but never its status.

The lines that parse input are found in the source text. A name holds *input text* if the program assigns it
from a call that reads standard input, or from other input text by methods and functions that only divide or
pass on text, such as ``split``. Numbers that were converted from input text are not input text. A name of a
function, a parameter or a variable counts as one and the same in the whole program.

A line parses input if it reads standard input, converts or divides input text, unpacks it into several
names, or assigns one item of it.
"""

import ast
import itertools
from collections.abc import Iterator, Sequence

from benchmark.core.sample import RawSample, Sample
from benchmark.core.task import FigureCheck, StdioCheck, Task
from benchmark.core.verdict import ErrorType, Status, Verdict
from benchmark.extraction.source import Parser
from benchmark.judging.checks.case_result import Symptoms
from benchmark.judging.scenes.comparison import POINTS

#: Status → error type, for statuses that decide it alone.
_OF_STATUS: dict[Status, ErrorType] = {
    Status.PASSED: "",
    Status.TIMEOUT: "time-limit",
    Status.MEMORY_LIMIT: "memory",
    Status.SYNTAX_ERROR: "syntax",
    Status.NO_ANSWER: "empty",
}
_NOTHING = Symptoms()
#: Exceptions that parsing raises.
_OF_PARSING = frozenset(
    {"ValueError", "TypeError", "LookupError", "AttributeError", "StopIteration", "SyntaxError"}
)
#: Builtin exception class → error type; the first that fits.
# Base classes suffice: IndexError and KeyError are LookupErrors, OverflowError is an ArithmeticError.
_OF_EXCEPTION: dict[str, ErrorType] = {
    "MemoryError": "memory",
    "SyntaxError": "syntax",
    "LookupError": "access",
    "TypeError": "type",
    "AttributeError": "type",  # the paper: "calling non-existing methods of an object"
    "ArithmeticError": "math",
    "NameError": "name",
}
#: Texts of a ``ValueError`` that the module ``math`` raises.
# Of `sqrt(-1)` and `log(0)`, of `factorial(-1)`, of `comb(3, -1)`, of `isqrt(-1)`.
_OF_MATH = (
    "math domain error",
    "not defined for negative values",
    "must be a non-negative",
    "must be nonnegative",
)

_READERS = frozenset({"input", "raw_input"})
#: Methods of a stream that read. ``sys.stdin.buffer`` is a stream too.
_READS = frozenset({"read", "readline", "readlines", "read1", "readinto"})
#: Methods and functions whose result is input text if one of their operands is.
_TEXT_METHODS = frozenset(
    {"split", "rsplit", "splitlines", "strip", "rstrip", "lstrip", "replace", "decode", "encode", "partition"}
    | {"rpartition", "upper", "lower", "casefold", "join", "pop", "popleft", "copy", "__next__", "getvalue"}
)
_TEXT_FUNCTIONS = frozenset(
    {"list", "tuple", "iter", "next", "reversed", "enumerate", "zip", "deque", "filter", "str", "sorted"}
)
#: Calls that fail when the text is not as expected.
_CONVERSIONS = frozenset(
    {"int", "float", "complex", "map", "Decimal", "Fraction", "eval", "literal_eval", "loads", "next"}
)
_DIVISIONS = frozenset({"split", "rsplit", "splitlines", "decode", "pop", "popleft", "index", "__next__"})
_ADDING = frozenset({"append", "extend", "add", "insert", "appendleft"})
_ROUNDS = 10  #: maximum rounds in which names are found; each follows one more assignment
_STEPS = 100_000  #: maximum expressions that are read; in a longer answer, no line parses input

_Assignment = tuple[ast.AST, ast.AST]  #: what is assigned to, and the expression


def error_type(task: Task, status: Status, program: str = "", symptoms: Symptoms = _NOTHING) -> ErrorType:
    """Return the error type of an answer; empty if it passed, or its task has no error types.

    The program is not needed for a status that decides the type alone.
    """
    if not task.has_error_types:
        return ""
    if status in _OF_STATUS:
        return _OF_STATUS[status]
    if status is Status.WRONG_ANSWER:
        return "output-format" if symptoms.only_layout else "wrong-answer"
    if _is_of_parsing(task, program, symptoms):
        return "input-parsing"
    if "ValueError" in symptoms.bases and any(text in symptoms.text for text in _OF_MATH):
        return "math"
    return next((kind for name, kind in _OF_EXCEPTION.items() if name in symptoms.bases), "other-error")


def _is_of_parsing(task: Task, program: str, symptoms: Symptoms) -> bool:
    if "EOFError" in symptoms.bases:
        return True
    return (
        isinstance(task.check, StdioCheck)
        and bool(symptoms.line and symptoms.bases & _OF_PARSING)
        and not any(text in symptoms.text for text in _OF_MATH)
        and parses_input(program, symptoms.line)
    )


class _TooMuch(Exception):  # noqa: N818 - a finding about the answer
    pass


def parses_input(program: str, line: int) -> bool:
    """Whether a line of a program, from 1, reads standard input or parses text that came from it."""
    # Python skips a byte order mark in a file, but `ast.parse` refuses it in a text.
    tree = Parser().tree(program.removeprefix("\ufeff"))
    if tree is None:
        return False
    nodes = list(ast.walk(tree))
    statements = [node for node in nodes if isinstance(node, ast.stmt) and line in _own_lines(node)]
    if not statements:
        return False
    try:
        names = _InputNames(nodes)
        return any(map(names.is_parsed_by, statements))
    # `a + a + …` with 3,000 terms parses, but `_is_text` calls itself for each of them.
    except (_TooMuch, RecursionError):
        return False


class _InputNames:
    """The names of a program that hold input text, and those that read it."""

    def __init__(self, nodes: Sequence[ast.AST]) -> None:
        self._steps = 0
        self._readers, self._streams = set(_READERS), {"stdin"}
        self._texts: set[str] = set()
        pairs = [*_assignments(nodes), *_calls_of_own_functions(nodes)]
        for _ in range(_ROUNDS):
            before = len(self._readers) + len(self._streams) + len(self._texts)
            for target, value in pairs:
                self._assign(target, value)
            if len(self._readers) + len(self._streams) + len(self._texts) == before:
                break
        #: Names that are assigned input text in one place and something else in another.
        self._mixed = {
            name for target, value in pairs if not self._is_text(value) for name in _bound_names(target)
        }

    def _assign(self, target: ast.AST, value: ast.AST) -> None:
        if self._is_text(value):
            self._texts.update(_bound_names(target))
        elif self._is_reader(value):
            self._readers.update(_bound_names(target))
        elif self._is_stream(value):
            self._streams.update(_bound_names(target))

    def _is_stream(self, node: ast.AST) -> bool:  # noqa: PLR0911 - one return per kind of expression
        match node:
            case ast.Name(id=name):
                return name in self._streams
            case ast.Attribute(attr="stdin" | "__stdin__"):
                return True
            case ast.Attribute(value=inner, attr="buffer"):
                return self._is_stream(inner)
            case ast.Call(func=ast.Name(id="open"), args=[ast.Constant(value=0 | "/dev/stdin"), *_]):
                return True
            case ast.Call(func=ast.Attribute(value=ast.Name(id="fileinput"), attr="input")):
                return True
            case ast.Call(func=ast.Attribute(attr="TextIOWrapper"), args=[first, *_]):
                return self._is_stream(first)
            case _:
                return False

    def _is_reader(self, node: ast.AST) -> bool:
        """Whether a call of the expression reads standard input."""
        match node:
            case ast.Name(id=name):
                return name in self._readers
            case ast.Attribute(value=inner, attr=name):
                return name in _READS and self._is_stream(inner)
            case ast.Lambda(body=body):
                return self._is_text(body)
            case _:
                return False

    def _is_text(self, node: ast.AST) -> bool:  # noqa: PLR0911 - one return per kind of expression
        """Whether an expression is input text, a container of it, or a stream that yields it."""
        self._steps += 1
        if self._steps > _STEPS:
            raise _TooMuch
        match node:
            case ast.Name(id=name):
                return name in self._texts or name in self._streams
            case ast.Attribute(attr="stdin"):
                return True
            case ast.Call(func=ast.Attribute(value=ast.Name(id="os"), attr="read")):
                return True
            case ast.Call(func=function, args=arguments):
                if self._is_reader(function) or self._is_stream(node):
                    return True
                if isinstance(function, ast.Attribute) and function.attr in _TEXT_METHODS:
                    return self._is_text(function.value) or any(map(self._is_text, arguments))
                return _called_name(function) in _TEXT_FUNCTIONS and any(map(self._is_text, arguments))
            case ast.Subscript(value=inner) | ast.Starred(value=inner) | ast.NamedExpr(value=inner):
                return self._is_text(inner)
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                return self._is_text(left) or self._is_text(right)
            case ast.ListComp(elt=item) | ast.GeneratorExp(elt=item) | ast.SetComp(elt=item):
                return self._is_text(item)
            case ast.Tuple(elts=items) | ast.List(elts=items):
                return bool(items) and all(map(self._is_text, items))
            case _:
                return False

    def is_parsed_by(self, statement: ast.stmt) -> bool:
        """Whether a statement, or its head if it has a body, parses input."""
        inside = [node for part in _head(statement) for node in ast.walk(part)]
        if any(isinstance(node, ast.Call) and self._call_parses(node) for node in inside):
            return True
        return any(
            self._is_text(value) and (isinstance(target, ast.Tuple | ast.List) or self._is_item(value))
            for target, value in _assignments([statement])
        )

    def _call_parses(self, call: ast.Call) -> bool:
        if self._is_reader(call.func):
            return True
        if isinstance(call.func, ast.Attribute) and call.func.attr in _DIVISIONS:
            return self._is_text(call.func.value)
        return _called_name(call.func) in _CONVERSIONS and any(map(self._is_text, call.args))

    def _is_item(self, value: ast.AST) -> bool:
        """Whether an expression is one item of a name that only ever holds input text."""
        match value:
            case ast.Subscript(value=ast.Name(id=name), slice=index):
                return name not in self._mixed and not isinstance(index, ast.Slice)
            case _:
                return False


def _assignments(nodes: Sequence[ast.AST]) -> Iterator[_Assignment]:
    """Yield the assignments of these statements and expressions, without those nested inside."""
    for node in nodes:
        match node:
            case ast.Assign(targets=targets, value=value):
                yield from ((target, value) for target in targets)
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                yield target, value
            case ast.AugAssign(target=target, value=value) | ast.NamedExpr(target=target, value=value):
                yield target, value
            case ast.For(target=target, iter=value) | ast.comprehension(target=target, iter=value):
                yield target, value
            case ast.withitem(context_expr=value, optional_vars=ast.expr() as target):
                yield target, value
            # `rows.append(input())` puts input into `rows`; `rows.insert(0, text)` has it last.
            case ast.Call(func=ast.Attribute(value=target, attr=name), args=[*_, value]) if name in _ADDING:
                yield target, value
            case _:
                pass


def _calls_of_own_functions(nodes: Sequence[ast.AST]) -> Iterator[_Assignment]:
    """Yield the arguments that the program's own functions get, and the results that they return."""
    functions = {node.name: node for node in nodes if isinstance(node, ast.FunctionDef)}
    for node in nodes:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in functions:
            parameters = functions[node.func.id].args.args
            yield from ((ast.Name(id=a.arg), b) for a, b in zip(parameters, node.args, strict=False))
    waiting: list[tuple[ast.AST, ast.FunctionDef | None]] = [(nodes[0], None)]
    while waiting:
        node, function = waiting.pop()
        if isinstance(node, ast.FunctionDef):
            function = node
        elif function is not None and isinstance(node, ast.Return | ast.Yield) and node.value is not None:
            # `def read(): return input()` makes `read` a reader, as `read = lambda: input()` would.
            yield ast.Name(id=function.name), ast.Lambda(args=function.args, body=node.value)
        waiting.extend((child, function) for child in ast.iter_child_nodes(node))


def _bound_names(target: ast.AST) -> Iterator[str]:
    """Yield the names that an assignment to ``target`` binds or changes."""
    match target:
        case ast.Name(id=name):
            yield name
        case ast.Tuple(elts=items) | ast.List(elts=items):
            yield from itertools.chain.from_iterable(map(_bound_names, items))
        case ast.Starred(value=inner) | ast.Subscript(value=inner):
            yield from _bound_names(inner)
        case _:
            pass


def _called_name(function: ast.AST) -> str:
    match function:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""


def _head(statement: ast.stmt) -> list[ast.AST]:
    """Return the parts of a statement that are not statements of its body."""
    match statement:
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            return []
        case _:
            parts = list(ast.iter_child_nodes(statement))
            return [part for part in parts if not isinstance(part, _BODIES)]


_BODIES = (ast.stmt, ast.ExceptHandler, ast.match_case)


def _own_lines(statement: ast.stmt) -> range:
    """Return the lines of a statement, or those of its head if it has a body."""
    body = getattr(statement, "body", None)
    end = statement.end_lineno or statement.lineno
    if isinstance(body, list) and body:
        # At least the first line: in `for x in input(): print(x)` the body begins there, too.
        end = max(statement.lineno, min(end, body[0].lineno - 1))
    return range(statement.lineno, end + 1)


def lowest_points(task: Task) -> float | None:
    """Return the points of an answer that nothing can be compared with; None if the check is not graded."""
    return POINTS[0] if isinstance(task.check, FigureCheck) else None


def verdict_without_run(
    sample: Sample | RawSample,
    status: Status,
    detail: str,
    *,
    exception: str = "",
    near_limit: bool = False,
    judged_again: bool = False,
) -> Verdict:
    """Return the verdict on a sample whose tests did not run: all of them have the same status."""
    task = sample.task
    return Verdict(
        task_id=task.id,
        draw=sample.draw,
        status=status,
        detail=detail,
        exception=exception,
        points=lowest_points(task),
        near_limit=near_limit,
        judged_again=judged_again,
        kinds=dict.fromkeys(task.kinds, status),
        error_type=error_type(task, status),
    )
