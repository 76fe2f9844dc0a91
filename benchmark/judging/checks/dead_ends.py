"""Finds statements of a test at which every answer fails, by the test's text.

An answer that fails must not look like a broken test, and one bad model must not end a run by failing on
purpose. So an exception counts only if no value of the answer had a part in it:

- The test reaches the statement with every answer that passes what comes before. It is not in an ``if``, a
  loop, a ``try`` or a ``with``, and nothing before it returns.
- The exception is certain. An import fails, as imports take no values of the answer; a name is evaluated
  unconditionally that nothing binds; or all arguments of all calls are the test's own (``f(object())``,
  ``eval("1 +")``), and cannot be sent or do not parse.

Everything else counts as a failure of the answer, exits in particular: a test may end by ``sys.exit`` because
the answer is wrong, but not because it is right, and task files with such a test are refused.
"""

import ast
import builtins
from collections import Counter
from collections.abc import Collection

from benchmark.core.task import Task
from benchmark.judging.checks import starter, task_tests
from benchmark.judging.checks.task_tests import TestSource
from benchmark.judging.codec.encoding import NotEncodableError

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_SIMPLE = (ast.Expr, ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Assert, ast.Import, ast.ImportFrom)
#: Parts of an expression that are not always evaluated.
_CONDITIONAL = (
    *(ast.BoolOp, ast.IfExp, ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp),
    *(ast.Await, ast.Yield, ast.YieldFrom, ast.NamedExpr),
)


def fails_for_every_answer(error: BaseException, source: TestSource, task: Task) -> bool:
    """Whether every answer to a task fails in a test that reaches the statement of an exception.

    Args:
        error: the exception that ended the test.
        source: the test.
        task: the task.
    """
    names = _Names(source, task)
    frames = task_tests.frames_in_test(error)
    statements = [_unconditional(source.tree, function, line) for function, line in frames]
    called = [function for function, _ in frames[1:]]
    if not all(map(names.calls_own_function, statements, called)):
        return False
    match error, statements[-1]:
        case _, None:
            return False
        case ImportError(), statement:
            return isinstance(statement, ast.Import | ast.ImportFrom)
        case NameError(), statement:
            return any(_is_name(node, {error.name}) for node in _evaluated(statement))
        case NotEncodableError() | SyntaxError(), statement:
            return names.are_arguments_own(statement)
        case _:
            return False


def _unconditional(tree: ast.Module, function: str, line: int) -> ast.stmt | None:
    """Return the simple statement at a line that each run of a function, or of the module, reaches."""
    body = tree.body
    if function != "<module>":
        found = [node for node in body if isinstance(node, _FUNCTIONS) and node.name == function]
        # A decorator decides whether the function runs at all, and with which arguments.
        if len(found) != 1 or found[0].decorator_list:
            return None
        # A generator goes on only if the loop over it does: `any(tries(f))` stops for a right answer.
        if any(isinstance(node, ast.Yield | ast.YieldFrom) for node in ast.walk(found[0])):
            return None
        body = found[0].body
    before = [node for node in body if (node.end_lineno or 0) < line]
    here = [node for node in body if node.lineno <= line <= (node.end_lineno or 0)]
    if len(here) != 1 or not isinstance(here[0], _SIMPLE):  # several, if a `;` parts them
        return None
    # A `return` in a nested function ends only that function.
    own = [node for node in before if not isinstance(node, (*_FUNCTIONS, ast.ClassDef))]
    if any(isinstance(node, ast.Return) for statement in own for node in ast.walk(statement)):
        return None
    return None if any(map(_is_conditional, _evaluated(here[0]))) else here[0]


def _evaluated(statement: ast.stmt) -> list[ast.AST]:
    """Return the nodes of a statement, without an assertion's message, which only a wrong answer needs."""
    return [*ast.walk(statement.test if isinstance(statement, ast.Assert) else statement)]


def _is_conditional(node: ast.AST) -> bool:
    """Whether a part of an expression may be left out: ``c`` in ``a < b < c``, for example."""
    return isinstance(node, _CONDITIONAL) or (isinstance(node, ast.Compare) and len(node.ops) > 1)


def _is_name(node: ast.AST, names: Collection[str | None]) -> bool:
    return isinstance(node, ast.Name) and node.id in names


class _Names:
    """The names of a test that hold no value of the answer."""

    def __init__(self, source: TestSource, task: Task) -> None:
        nodes = [*ast.walk(source.tree)]
        bound = Counter(name for node in nodes for name in task_tests.binds(node))
        aliases = [node for node in nodes if isinstance(node, ast.alias)]
        imported = Counter(name for node in aliases for name in task_tests.binds(node))
        used = [node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)]
        parameters = {node.arg for node in nodes if isinstance(node, ast.arg)}
        self._entry = {task.entry_name} - {*bound}
        # True if the test never binds `candidate`, or only as the parameter of `check(candidate)`.
        if bound["candidate"] == ("candidate" in parameters):
            self._entry.add("candidate")
        self._modules = {name for name, count in imported.items() if count == bound[name]}
        self._own = set(dir(builtins)) - {*bound} | self._modules
        self._functions = {
            node.name for node in nodes if isinstance(node, _FUNCTIONS) and bound[node.name] == 1
        }
        #: Whether a call of the entry point makes an object, whose methods run in the sandbox.
        self._makes_objects = "(" in task.entry_point or starter.is_class_task(task)
        self._objects: set[str] = set()
        for node in nodes:
            match node:
                case ast.Assign(targets=[ast.Name(id=name)], value=value) if bound[name] == 1:
                    if self._is_object(value):
                        self._objects.add(name)
                    elif used.count(name) == 1 and self._is_own(value):
                        self._own.add(name)  # used once: nothing can have put a value of the answer in it

    def calls_own_function(self, statement: ast.stmt | None, name: str) -> bool:
        """Whether a statement calls a function that the test defines once, with the test's own arguments."""
        if statement is None or name not in self._functions:
            return False
        calls = [node for node in _evaluated(statement) if isinstance(node, ast.Call)]
        return any(_is_name(call.func, {name}) for call in calls) and self.are_arguments_own(statement, name)

    def are_arguments_own(self, statement: ast.stmt, function: str = "") -> bool:
        """Whether all calls in a statement are of the answer or of known functions, with own arguments."""
        calls = [node for node in _evaluated(statement) if isinstance(node, ast.Call)]
        return all(
            (self._is_known(call.func) or _is_name(call.func, {function}))
            and all(
                self._is_own(value) or _is_name(value, self._entry)
                for value in (*call.args, *(keyword.value for keyword in call.keywords))
            )
            for call in calls
        )

    def _is_known(self, called: ast.expr) -> bool:
        match called:
            case ast.Attribute(value=value):
                return (
                    _is_name(value, self._modules) or _is_name(value, self._objects) or self._is_object(value)
                )
            case _:
                return _is_name(called, self._own | self._entry)

    def _is_object(self, node: ast.expr) -> bool:
        return self._makes_objects and isinstance(node, ast.Call) and _is_name(node.func, self._entry)

    def _is_own(self, node: ast.expr) -> bool:
        inner = [*ast.walk(node)]
        names = {part.id for part in inner if isinstance(part, ast.Name)}
        return names <= self._own and not any(map(_is_conditional, inner))
