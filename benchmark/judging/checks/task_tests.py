"""Reads a task's test source and starter code before the test runs."""

import ast
import builtins
import contextlib
import dataclasses
import functools
import gc
import re
import traceback
import types
import unicodedata
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass

from benchmark.judging.checks import evaluated_text, text_guard
from benchmark.judging.checks.case_result import BrokenTest
from benchmark.judging.conversation.console import REPLACEABLE

FILE_NAME = "test.py"
#: Number of tests and starter codes whose reading is kept: more than any data set has, since draws and models
#: come back to them.
KEPT = 4096
DEEP_EQUALITY = "sightbench_equal"  #: name of a function in the namespace of every test
#: Functions that need the source text of the answer, which stays in the sandbox.
_SOURCE_READERS = frozenset({"getsource", "getsourcelines", "getsourcefile", "getcomments"})
#: Names that a test may patch for the answer; see :mod:`benchmark.judging.conversation.console`.
_PATCHABLE = frozenset({*(f"builtins.{name}" for name in REPLACEABLE), "sys.stdin", "sys.stdout"})
_BLOCK_EXITS = (ast.Return, ast.Break, ast.Continue, ast.Yield, ast.YieldFrom, ast.Await)


@dataclass(frozen=True, slots=True)
class TestSource:
    """Compiled test source, and which names it binds, uses and calls."""

    code: types.CodeType
    unbound: frozenset[str]  #: names that the source uses but never binds; builtins are left out
    bound: frozenset[str]  #: names that the source binds
    asks_for: frozenset[str]  #: names that the source uses and does not define at its top level
    called: frozenset[str]  #: functions that the source calls at its top level
    source: str  #: the text
    cannot_cross: str  #: what the test does that only works in the answer's own process; or empty

    @property
    def tree(self) -> ast.Module:
        """The parsed source, which only tests that fail need."""
        return tree_of(self.source)

    def statement_at(self, line: int) -> str:
        """Return the source of the assert statement that holds a line; outside of any, the line itself."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Assert) and node.lineno <= line <= (node.end_lineno or node.lineno):
                return " ".join((ast.get_source_segment(self.source, node) or "").split())
        return self.source.splitlines()[line - 1].strip()

    def may_suppress(self, error: BaseException, frame: types.FrameType) -> bool:
        """Whether a context manager of the answer may suppress an exception that ends a ``with`` block.

        It may suppress only what the block raises for every answer: by a ``raise`` that the block always
        reaches, or by a statement that uses no names except builtins (``1 / 0``). Any other exception could
        come from a wrong value, like a failed assertion.
        """
        trace = error.__traceback__
        if isinstance(error, AssertionError) or trace is None:
            return False
        if trace.tb_frame is not frame or trace.tb_next is not None or frame.f_code.co_filename != FILE_NAME:
            return False
        block = [
            node
            for node in ast.walk(self.tree)
            if isinstance(node, ast.With) and node.lineno <= trace.tb_lineno <= (node.end_lineno or 0)
        ][-1:]  # `ast.walk` goes inwards, so the last block is the innermost
        if not block or any(isinstance(node, _BLOCK_EXITS) for node in ast.walk(block[0])):
            return False
        for statement in block[0].body:
            if statement.lineno <= trace.tb_lineno <= (statement.end_lineno or 0):
                return isinstance(statement, ast.Raise) or self._uses_only_builtins(statement)
        return False

    def _uses_only_builtins(self, statement: ast.stmt) -> bool:
        """Whether a statement uses no names except those of builtins."""
        names = {node.id for node in ast.walk(statement) if isinstance(node, ast.Name)}
        return names <= set(dir(builtins)) - self.bound


@functools.lru_cache(maxsize=8)  # a tree takes ten times the memory of the code
@text_guard.trusted  # it makes a tree, and nothing runs it
def tree_of(source: str) -> ast.Module:
    """Return a parsed test."""
    tree: ast.Module = compile(source, FILE_NAME, "exec", ast.PyCF_ONLY_AST, dont_inherit=True)  # type: ignore[assignment]
    return tree


class _DeepEquality(ast.NodeTransformer):
    """Replaces ``a == b`` by a call of :func:`benchmark.judging.codec.depth.equal`."""

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        self.generic_visit(node)
        if len(node.ops) != 1 or not isinstance(node.ops[0], ast.Eq):
            return node
        call = ast.Call(ast.Name(DEEP_EQUALITY, ast.Load()), [node.left, *node.comparators], [])
        return ast.copy_location(call, node)


@functools.lru_cache(maxsize=16)
def with_deep_equality(source: TestSource) -> TestSource:
    """Return a test that can compare values with thousands of levels."""
    tree = _DeepEquality().visit(ast.parse(source.source, FILE_NAME))
    code = compile(ast.fix_missing_locations(tree), FILE_NAME, "exec", dont_inherit=True)
    return dataclasses.replace(source, code=code)


@functools.lru_cache(maxsize=KEPT)
def parse(test: str) -> TestSource:
    """Compile a test source; one that does not compile is broken."""
    try:
        with without_collection():
            tree = tree_of(test)
            code = compile(test, FILE_NAME, "exec", dont_inherit=True)
            return _read_test(test, tree, code)
    except (SyntaxError, ValueError, RecursionError) as error:
        raise BrokenTest(f"the test does not compile: {error}") from error


def _read_test(test: str, tree: ast.Module, code: types.CodeType) -> TestSource:
    used, bound, called, calls, modules = set[str](), set[str](), set[str](), list[ast.Call](), set[str]()
    for statement in tree.body:
        is_definition = isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        for node in nodes_of(statement):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                used.add(node.id)
            elif isinstance(node, ast.Call):
                calls.append(node)
                if isinstance(node.func, ast.Name) and not is_definition:
                    called.add(node.func.id)
            else:
                bound.update(binds(node))
                if isinstance(node, ast.Import):
                    modules |= {alias.asname or alias.name for alias in node.names}
    builtin = {*dir(builtins), "__name__"}
    top = (node for statement in tree.body for node in (statement, *getattr(statement, "names", ())))
    defined = {name for node in top for name in binds(node)}  # by functions, classes and imports
    return TestSource(
        code,
        frozenset(used - bound - builtin),
        frozenset(bound),
        frozenset(used - defined - builtin),
        frozenset(called),
        test,
        _what_cannot_cross(calls, modules),
    )


@contextlib.contextmanager
def without_collection() -> Iterator[None]:
    """Keep the garbage collector from running, which takes half the time of parsing; trees have no cycles."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


_OPERATORS = (ast.expr_context, ast.boolop, ast.operator, ast.unaryop, ast.cmpop)
#: What :func:`parts_of` skips: texts, numbers and nodes without names in them, nine in ten of a long list.
_SILENT = frozenset(
    {str, int, type(None), ast.Constant, *(kind for base in _OPERATORS for kind in base.__subclasses__())}
)


def nodes_of(statement: ast.stmt) -> list[ast.AST]:
    """Return a statement and all nodes below it, outer ones first, without constants and operators."""
    found: list[ast.AST] = [statement]
    for node in found:  # it grows
        found += parts_of(node)
    return found


def parts_of(node: ast.AST) -> list[ast.AST]:
    """Return the nodes that a node has, without constants and operators."""
    found = []
    for name in node._fields:
        value = getattr(node, name, None)
        if type(value) is list:
            found += [part for part in value if type(part) not in _SILENT]
        elif isinstance(value, ast.AST) and type(value) not in _SILENT:
            found.append(value)
    return found


def binds(node: ast.AST) -> list[str]:
    """Return the names that one node of a test binds, without those inside it."""
    match node:
        case ast.Name(id=name) if not isinstance(node.ctx, ast.Load):
            return [name]
        case ast.arg(arg=name) | ast.ExceptHandler(name=str(name)):
            return [name]
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            return [name]
        case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
            return [name]
        case ast.alias(name=name, asname=alias):
            return [alias or name.partition(".")[0]]
        case _:
            return []


def frames_in_test(error: BaseException) -> list[tuple[str, int]]:
    """Return the functions of a test, and their lines, that an exception passed through, outermost first."""
    return [
        (frame.f_code.co_name, line)
        for frame, line in traceback.walk_tb(error.__traceback__)
        if frame.f_code.co_filename == FILE_NAME
    ]


def _what_cannot_cross(calls: Iterable[ast.Call], modules: Container[str]) -> str:
    """Return what a test does that only works in the answer's own process; empty if there is nothing.

    The test patches a name that the answer uses, except input and output, reads the answer's source, or runs
    what the answer may have written.

    Args:
        calls: the calls in the test.
        modules: names of the modules that it imports.
    """
    for node in calls:
        if reason := evaluated_text.what_runs(node):
            return reason
        match node.func, node.args:
            case ((ast.Name(id=name) | ast.Attribute(attr=name)), _) if name in _SOURCE_READERS:
                return f"it reads the source of the answer ({name})"
            case (
                (ast.Name(id="patch") | ast.Attribute(attr="patch")),
                [ast.Constant(value=str(target)), *_],
            ):
                if target not in _PATCHABLE:
                    return f"it patches {target}"
            case (
                ast.Attribute(
                    value=ast.Name(id="patch") | ast.Attribute(attr="patch"), attr="object" | "multiple"
                ),
                [ast.Name(id=owner), ast.Constant(value=str(name)), *_],
            ):
                if owner in modules and f"{owner}.{name}" not in _PATCHABLE:
                    return f"it patches {owner}.{name}"
            case _:
                continue
    return ""


# By the text: starter code that ends with a signature does not parse.
_LIBRARY_IMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+|import[ \t][^\n#]*?\b)(numpy|pandas)\b", re.MULTILINE | re.ASCII
)
_LIBRARY_NAMES = {"np": "numpy", "numpy": "numpy", "pd": "pandas", "pandas": "pandas"}


@functools.lru_cache(maxsize=KEPT)
def libraries(test: str, starter_code: str, preamble: str) -> tuple[str, ...]:
    """Return which of numpy and pandas a test uses: ``numpy`` first, and always if it uses pandas.

    A test uses a library that it imports or names, or that the starter code or the preamble imports.
    """
    used = {name for text in (test, starter_code, preamble) for name in _LIBRARY_IMPORT.findall(text)}
    used |= {_LIBRARY_NAMES[name] for name in parse(test).unbound & _LIBRARY_NAMES.keys()}
    return ("numpy", "pandas") if "pandas" in used else tuple(used)


@functools.lru_cache(maxsize=KEPT)
def defined_names(source: str) -> frozenset[str]:
    """Return the names of classes and functions at the top level of a starter code, even without bodies."""
    names = set()
    # Python reads names in NFKC (PEP 3131): a class written with wide letters is `Node` for the test.
    for line in unicodedata.normalize("NFKC", source).splitlines():
        words = line.split(maxsplit=1)
        if len(words) == 2 and words[0] in ("class", "def") and line[:1] not in " \t":  # noqa: PLR2004 - keyword, name
            names.add(words[1].partition("(")[0].partition(":")[0].strip())
    return frozenset(names)


def exceptions(starter_code: str) -> dict[str, tuple[tuple[str, ...], type[BaseException]]]:
    """Return the exception classes of a starter code: name → names up to a builtin base, and that base.

    For ``class A(ValueError):`` and ``class B(A):`` the value of ``B`` is ``(("B", "A"), ValueError)``.
    """
    found: dict[str, tuple[tuple[str, ...], type[BaseException]]] = {}
    for name, base in re.findall(r"^class (\w+)\((\w+)\):", starter_code, re.MULTILINE | re.ASCII):
        kind = getattr(builtins, base, None)
        if base in found:
            found[name] = ((name, *found[base][0]), found[base][1])
        elif isinstance(kind, type) and issubclass(kind, BaseException):
            found[name] = ((name,), kind)
    return found


def is_class(starter_code: str, name: str) -> bool:
    """Whether a starter code defines ``name`` as a class."""
    lines = unicodedata.normalize("NFKC", starter_code).splitlines()
    return any(line.startswith((f"class {name}:", f"class {name}(")) for line in lines)
