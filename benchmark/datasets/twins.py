"""Twins: two tasks that no program can both solve without seeing their pictures.

Two tasks are twins if their text and signature are the same and their tests expect different results for at
least one common call. A program that does not see the picture returns the same result for both, so it fails
one of the two tests. In a group of tasks with the same text, such a program passes at most as many tasks as
can be chosen without a pair of twins. This number is the ceiling of the group; it holds for every program and
guess.
"""

import ast
import json
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from types import MappingProxyType

from benchmark.core.python_source import walk_statements
from benchmark.core.task import FunctionCheck, StdioCheck, Task, Text
from benchmark.datasets.tolerance import is_close

_ASSERT = re.compile(r"assert (\w+)\((.*)\) == (.+)")
_UNLIKE = re.compile(r"\\|true|false|null|NaN|Infinity")  #: what JSON reads in another way than Python


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskPair:
    """Two tasks with the same text and signature."""

    first: str  #: task id
    second: str  #: task id
    shared: int  #: number of calls that both tests make
    different: int  #: number of shared calls with different results
    #: Whether both tests make the same calls in the same order; then even a program that remembers earlier
    #: calls cannot tell the tasks apart.
    same_calls: bool

    @property
    def are_twins(self) -> bool:
        """Whether no program passes both."""
        return self.different > 0


@dataclass(frozen=True, slots=True, kw_only=True)
class TwinGroup:
    """All tasks with the same text and signature."""

    tasks: tuple[str, ...]  #: task ids
    pairs: tuple[TaskPair, ...]  #: every pair of the tasks

    @property
    def ceiling(self) -> int:
        """Maximum number of tasks of the group that a program without the pictures can pass."""
        twins = {frozenset((pair.first, pair.second)) for pair in self.pairs if pair.are_twins}
        # All choices are tried: a group has a few tasks, and a wrong ceiling would be a false claim.
        for count in range(len(self.tasks), 1, -1):
            for chosen in combinations(self.tasks, count):
                if not any(frozenset(pair) in twins for pair in combinations(chosen, 2)):
                    return count
        return min(1, len(self.tasks))

    @property
    def without_twin(self) -> tuple[str, ...]:
        """The tasks that have no twin in the group."""
        paired = {name for pair in self.pairs if pair.are_twins for name in (pair.first, pair.second)}
        return tuple(name for name in self.tasks if name not in paired)


def twin_groups(tasks: Sequence[Task]) -> tuple[TwinGroup, ...]:
    """Group tasks by text and signature; the groups keep the order of the tasks.

    The problem text of a task with a chart says what the chart says, so only the signature counts: it is all
    that a model is shown in the blind setting.
    """
    members: dict[tuple[str, ...], list[Task]] = defaultdict(list)
    for task in tasks:
        words = "" if task.chart else "".join(part.text for part in task.parts if isinstance(part, Text))
        members[words, task.starter_code, task.entry_point].append(task)
    return tuple(map(_twin_group, members.values()))


def blind_ceiling(groups: Sequence[TwinGroup]) -> int:
    """Return the maximum number of tasks that a program without the pictures can pass."""
    return sum(group.ceiling for group in groups)


def _twin_group(tasks: Sequence[Task]) -> TwinGroup:
    results = {task.id: expected_results(task) for task in tasks}
    pairs = []
    for first, second in combinations([task.id for task in tasks], 2):
        shared = results[first].keys() & results[second].keys()
        different = sum(not is_close(results[first][call], results[second][call]) for call in shared)
        same_calls = list(results[first]) == list(results[second])
        pairs.append(
            TaskPair(
                first=first, second=second, shared=len(shared), different=different, same_calls=same_calls
            )
        )
    return TwinGroup(tasks=tuple(task.id for task in tasks), pairs=tuple(pairs))


def expected_results(task: Task) -> Mapping[str, object]:
    """Return the expected result of each call in a task's tests, by the text of the call's arguments.

    The call of a whole program is its input, and the result its output. The tests of
    functions are read only in the forms ``assert solution(arguments) == value`` and
    ``assert is_close(solution(arguments), value)``, in which the result may be made plain by ``.tolist()`` or
    ``.to_dict('list')``. The arguments must be plain values, ``np.array`` or ``pd.DataFrame`` of one, or
    ``*large(number)``; for the latter, the key includes the source code of ``large``.
    """
    match task.check:
        case StdioCheck(cases=cases):
            return {repr([case.input]): case.output for case in cases}
        case FunctionCheck(tests=tests):
            return _results_of(tests, task.entry_point)
        case _:
            return {}


@lru_cache(8192)  # the pages of a task, of its family and of its data set all compare twins
def _results_of(tests: tuple[str, ...], entry_point: str) -> Mapping[str, object]:
    results: dict[str, object] = {}
    for test in tests:
        if (plain := _plain_results(test, entry_point)) is not None:
            results |= plain
            continue
        tree = ast.parse(test)
        makers = "\n".join(ast.unparse(node) for node in tree.body if not isinstance(node, ast.Assert))
        for node in walk_statements(tree):
            match node:
                case ast.Assert(
                    test=ast.Compare(left=ast.Call() as got, ops=[ast.Eq()], comparators=[value])
                    | ast.Call(func=ast.Name(id="is_close"), args=[ast.Call() as got, value])
                ):
                    try:
                        results[_call_text(_call(got, entry_point), makers)] = ast.literal_eval(value)
                    except ValueError:
                        continue
                case _:
                    pass
    return MappingProxyType(results)


def _call(got: ast.Call, entry_point: str) -> ast.Call:
    """Return the call of the tested function, whose result may be made plain.

    Raises:
        ValueError: if another function is called.
    """
    match got:
        case ast.Call(func=ast.Name(id=name)) if name in (entry_point, "candidate"):
            return got
        case ast.Call(func=ast.Attribute(value=ast.Call() as call, attr="tolist" | "to_dict")):
            return _call(call, entry_point)
        case _:
            raise ValueError("not a call of the tested function")


def _plain_results(test: str, entry_point: str) -> dict[str, object] | None:
    """Return the results of a test with asserts on values that JSON writes alike, else None.

    This takes a tenth of the time of a syntax tree, and gives the same results.
    """
    found: dict[str, object] = {}
    for line in test.split("\n"):
        if not line or line.startswith("#"):
            continue
        # JSON has double quotes only. A text with an apostrophe fails to parse, and is read as Python.
        quoted = line if '"' in line else line.replace("'", '"')
        parts = None if _UNLIKE.search(line) else _ASSERT.fullmatch(quoted)
        if parts is None or parts[1] not in (entry_point, "candidate"):
            return None
        try:
            arguments, value = json.loads(f"[[{parts[2]}], {parts[3]}]")
        except ValueError:
            return None
        found[repr(arguments)] = value
    return found


def _call_text(call: ast.Call, makers: str) -> str:
    """Return the arguments of a call as text; equal arguments give the same text."""
    match call.args:
        case [
            ast.Starred(value=ast.Call(func=ast.Name(id="large"), args=[ast.Constant(value=int())]) as made)
        ]:
            return f"{ast.unparse(made)} of {makers}"
        case _:
            return f"[{', '.join(map(_argument_text, call.args))}]"


def _argument_text(argument: ast.expr) -> str:
    match argument:
        case ast.Call(func=ast.Attribute(value=ast.Name(id="np" | "pd")), args=[plain]):
            return f"{ast.unparse(argument.func)}({ast.literal_eval(plain)!r})"
        case _:
            return repr(ast.literal_eval(argument))
