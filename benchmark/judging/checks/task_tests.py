"""What a task's test source says of itself, before it runs."""

import ast
import builtins
import functools
import re
import types
from dataclasses import dataclass

from benchmark.judging.checks.case_result import BrokenTest

FILE_NAME = "test.py"
_LEAVES = (ast.Return, ast.Break, ast.Continue, ast.Yield, ast.YieldFrom, ast.Await)


@dataclass(frozen=True, slots=True)
class TestSource:
    """Compiled test source with what is known of its names."""

    code: types.CodeType
    tree: ast.Module
    unbound: frozenset[str]  #: names that it uses and nothing in it binds, builtins left out
    bound: frozenset[str]  #: names that something in it binds
    called: frozenset[str]  #: names that its own top level calls
    source: str

    def statement_at(self, line: int) -> str:
        """The assert statement around a line, or the line, as its author wrote it."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Assert) and node.lineno <= line <= (node.end_lineno or node.lineno):
                return " ".join((ast.get_source_segment(self.source, node) or "").split())
        return self.source.splitlines()[line - 1].strip()

    def may_take(self, error: BaseException, frame: types.FrameType) -> bool:
        """Whether a context manager of the answer may take an exception that ends a block of the test.

        Only what the block raises whatever the answer does: by a ``raise`` at its end that nothing leads
        around, or by a statement without names (``1 / 0``). All else may be an assertion in disguise.

        Args:
            error: the exception.
            frame: in which the block stands.
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
        ][-1:]
        if not block or any(isinstance(node, _LEAVES) for node in ast.walk(block[0])):
            return False
        for statement in block[0].body:
            if statement.lineno <= trace.tb_lineno <= (statement.end_lineno or 0):
                return isinstance(statement, ast.Raise) or self._says_it_all(statement)
        return False

    def _says_it_all(self, statement: ast.stmt) -> bool:
        """Whether a statement uses no name but those of builtins."""
        names = {node.id for node in ast.walk(statement) if isinstance(node, ast.Name)}
        return names <= set(dir(builtins)) - self.bound


@functools.lru_cache(maxsize=256)
def parse(test: str) -> TestSource:
    """Compile a test.

    Raises:
        BrokenTest: when it does not compile.
    """
    try:
        tree = ast.parse(test, FILE_NAME)
        code = compile(test, FILE_NAME, "exec", dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError) as error:
        raise BrokenTest(f"the test does not compile: {error}") from error
    used, bound = set(), set()
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Load()):
                used.add(name)
            case ast.Name(id=name) | ast.arg(arg=name) | ast.ExceptHandler(name=str(name)):
                bound.add(name)
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                bound.add(name)
            case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                bound.add(name)
            case ast.alias(name=name, asname=alias):
                bound.add(alias or name.partition(".")[0])
            case _:
                pass
    called = {
        node.func.id
        for statement in tree.body
        if not isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        for node in ast.walk(statement)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    unbound = used - bound - set(dir(builtins)) - {"__name__"}
    return TestSource(code, tree, frozenset(unbound), frozenset(bound), frozenset(called), test)


@functools.lru_cache(maxsize=256)
def defined_names(source: str) -> frozenset[str]:
    """Classes and functions that a starter code defines at its top level, bodies missing or not."""
    names = set()
    for line in source.splitlines():
        words = line.split(maxsplit=1)
        if len(words) == 2 and words[0] in ("class", "def") and line[:1] not in " \t":  # noqa: PLR2004 - keyword, name
            names.add(words[1].partition("(")[0].partition(":")[0].strip())
    return frozenset(names)


def exceptions(starter_code: str) -> dict[str, tuple[tuple[str, ...], type[BaseException]]]:
    """Classes of exceptions that a starter code defines: names up to a builtin base, and that base."""
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
    return any(line.startswith((f"class {name}:", f"class {name}(")) for line in starter_code.splitlines())


@functools.lru_cache(maxsize=256)
def helpers(starter_code: str, names: frozenset[str]) -> types.CodeType | None:
    """The functions of a starter code that are whole, with its imports; they run on the host.

    An answer may define them anew, but the test means the given ones.
    """
    try:
        body = ast.parse(starter_code).body
    except (SyntaxError, ValueError, RecursionError):
        return None
    functions = [
        one for one in body if isinstance(one, ast.FunctionDef) and one.name in names and _is_whole(one)
    ]
    if not functions:
        return None
    imports = [one for one in body if isinstance(one, ast.Import | ast.ImportFrom)]
    return compile(ast.Module(body=[*imports, *functions], type_ignores=[]), FILE_NAME, "exec")


def _is_whole(function: ast.FunctionDef) -> bool:
    """Whether a body does more than hold the place of one."""
    return not all(
        isinstance(one, ast.Pass) or (isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant))
        for one in function.body
    )
