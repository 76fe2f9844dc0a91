"""At each level of each suite, 25 right programs and 25 wrong ones get the right verdict.

Right are references that are written in another way, by construction without an effect. What is wrong is
known from results or pixels.
"""

import ast
import copy
from collections.abc import Iterator, Sequence
from itertools import combinations
from time import process_time
from typing import Any

import pytest

from benchmark.authoring.figures.pictures import different_pixels, picture_image
from benchmark.authoring.gates.tests import LateError, cpu_limit, run_program
from benchmark.authoring.mutants import mutants
from benchmark.core.draws import Draws
from benchmark.core.sample import Completion
from benchmark.core.suite import DIAL_LEVELS
from benchmark.core.task import Task
from benchmark.core.verdict import MissingSample, Status
from benchmark.datasets.tolerance import count_differences
from benchmark.datasets.twins import expected_results
from benchmark.pipeline import sources
from benchmark.pipeline.judge.evaluate import evaluate
from benchmark.pipeline.judge.local_pool import LocalPool

EACH = 25  #: programs of each kind
DATASETS = {"humaneval-v": "open", "mmcode": "open", "code-vision": "open", "mathopeval": "open-free"}
WAYS = ("negated", "iterated", "looped", "extracted", "wrapped", "reordered")  #: besides other names


@pytest.mark.weekly
@pytest.mark.parametrize("level", DIAL_LEVELS)
@pytest.mark.parametrize("suite", DATASETS)
def test_right_programs_pass_and_wrong_ones_fail(suite: str, level: str) -> None:
    source = sources.from_suite(suite, DATASETS[suite])
    found = [task for task in source.tasks if task.level == level]
    tasks = found[:: max(1, len(found) // EACH)]
    programs: dict[tuple[str, int], str] = {}
    for task in tasks:
        wrong = wrong_figures(task, found) if suite == "mathopeval" else wrong_functions(task, source.tasks)
        right: dict[str, Sequence[str]] = {}
        for ways in ways_of(task):
            if len(right) * len(tasks) < EACH:
                right.setdefault(rewritten(task.reference, ways), ways)
        for number, (program, ways) in enumerate(right.items()):
            programs[task.id, 2 * number] = program
            programs[task.id, 2 * number + 1] = rewritten(next(wrong), ways)
    answers = [
        Completion(task_id=name, draw=draw, text=f"```python\n{program}\n```")
        for (name, draw), program in programs.items()
    ]
    judged = evaluate(tasks, answers, rule=source.rule("own"), executor=LocalPool())
    unexpected = [
        (sample.key, outcome)
        for sample, outcome in zip(judged.samples, judged.outcomes, strict=True)
        if isinstance(outcome, MissingSample) or (outcome.status is Status.PASSED) == sample.draw % 2
    ]
    assert unexpected == []
    assert len({(name, program) for (name, _), program in programs.items()}) >= 2 * EACH


def wrong_functions(task: Task, tasks: Sequence[Task]) -> Iterator[str]:
    """Yield the reference of a twin, then some mutants: first those that are wrong for the fewest calls."""
    calls = [ast.literal_eval(call) for call in expected_results(task)]
    started, failed = process_time(), {}
    right = results(task.reference, calls)
    seconds = 0.05 + 3 * (process_time() - started)
    for ways in ways_of(task)[:5]:
        program = rewritten(task.reference, ways)
        assert repr(results(program, calls)) == repr(right), program
    for mutant in Draws("mutants", task.id).shuffled(list(mutants(task.reference)))[:30]:
        program = ast.unparse(mutant.tree)
        try:
            failed[program] = count_differences(results(program, calls, seconds), right)
        except LateError:
            continue
    twins = [other.reference for other in tasks if other.family == task.family and other.id != task.id]
    yield Draws("twin", task.id).choice(twins)
    yield from sorted((program for program in failed if failed[program]), key=lambda one: failed[one])


def results(program: str, calls: Sequence[list[Any]], seconds: float = 30.0) -> list[Any]:
    """Return what a program of ours returns for calls; None where it fails.

    Raises:
        LateError: if it takes more seconds of CPU.
    """
    tree = ast.parse(program)
    tree.body = [node for node in tree.body if not isinstance(node, ast.Expr)]  # it would read its input
    found = []
    with cpu_limit(seconds):
        solution: Any = run_program(tree)["solution"]
        for call in calls:
            try:
                found.append(solution(*copy.deepcopy(call)))
            except Exception:  # noqa: BLE001 - a mutant may fail with anything
                found.append(None)
    return found


def wrong_figures(task: Task, tasks: Sequence[Task]) -> Iterator[str]:
    """Yield references of other samples that draw plainly another picture."""
    for other in Draws("others", task.id).shuffled([one for one in tasks if one.family != task.family]):
        if different_pixels(picture_image(task.reference), picture_image(other.reference)) > 1000:
            yield other.reference


def ways_of(task: Task) -> list[tuple[str, ...]]:
    return Draws("ways", task.id).shuffled(list(combinations(WAYS, 3)))


def rewritten(program: str, ways: Sequence[str]) -> str:
    """Return a program with other names that is rewritten in some more ways."""
    tree = ast.parse(program)
    return ast.unparse(ast.fix_missing_locations(Rewriter(tree, ways).visit(tree)))


def parts(node: ast.AST, *kinds: type[ast.AST]) -> list[Any]:
    return [part for part in ast.walk(node) if isinstance(part, kinds)]


def written(node: ast.AST) -> set[str]:
    return {name.id for name in parts(node, ast.Name) if isinstance(name.ctx, ast.Store)}


def are_independent(*both: ast.stmt) -> bool:
    """Whether two statements are assignments of plain values that do not use each other's names."""
    names = [{part.id for part in parts(one, ast.Name)} for one in both]
    plain = not any(parts(one, ast.Attribute, ast.Call, ast.Subscript) for one in both)
    used = written(both[0]) & names[1] | written(both[1]) & names[0]
    return plain and not used and all(isinstance(one, ast.Assign) for one in both)


class Rewriter(ast.NodeTransformer):
    """Rewrites a program; new functions stand before the statement that calls them."""

    def __init__(self, tree: ast.Module, ways: Sequence[str]) -> None:
        self.ways, self.made, self.count = ways, [], 0
        own = written(tree) | {part.arg for part in parts(tree, ast.arg)}
        own |= {part.name for part in parts(tree, ast.FunctionDef)} - {"solution"}
        self.own = own - {part.arg for part in parts(tree, ast.keyword)}
        assert not parts(tree, ast.ClassDef, ast.ExceptHandler, ast.Match, ast.NamedExpr, ast.Yield)

    def visit(self, node: Any) -> Any:
        for field in ("id", "arg", "name"):
            if getattr(node, field, None) in self.own and not isinstance(node, ast.alias):
                setattr(node, field, f"its_{getattr(node, field)}")
        if isinstance(node, ast.Nonlocal):
            node.names = [f"its_{name}" for name in node.names]
        if not isinstance(node, ast.stmt):
            return super().visit(node)
        outer, self.made = self.made, []
        changed = super().visit(node)
        made, self.made = self.made, outer
        return [*made, *(changed if isinstance(changed, list) else [changed])]

    def visit_FunctionDef(self, node: Any) -> Any:
        for place in range(1, len(node.body)) if "reordered" in self.ways else ():
            if are_independent(*node.body[place - 1 : place + 1]):
                node.body[place - 1 : place + 1] = node.body[place], node.body[place - 1]
        return self.generic_visit(node)

    def visit_If(self, node: Any) -> Any:
        self.generic_visit(node)
        if "negated" in self.ways:
            node.test = ast.UnaryOp(ast.Not(), node.test)
            node.body, node.orelse = node.orelse or [ast.Pass()], node.body
        return node

    def visit_For(self, node: Any) -> Any:
        self.generic_visit(node)
        if "iterated" not in self.ways or node.orelse:
            return node
        self.count += 1
        text = "steps = iter(_)\nwhile True:\n try:\n  _ = next(steps)\n except StopIteration:\n  break"
        start, loop = ast.parse(text.replace("steps", f"steps_{self.count}")).body
        start.value.args, loop.body[0].body[0].targets = [node.iter], [node.target]
        loop.body += node.body
        return [start, loop]

    def visit_Assign(self, node: Any) -> Any:
        if "extracted" in self.ways:
            node.targets = [self.visit(target) for target in node.targets]
            node.value = self.call([ast.Return(node.value)])
            return node
        return self.generic_visit(node)

    def visit_Expr(self, node: Any) -> Any:
        if "wrapped" in self.ways and isinstance(node.value, ast.Call):
            node.value = self.call([ast.Return(node.value)])
            return node
        return self.generic_visit(node)

    def visit_Lambda(self, node: Any) -> Any:
        ways, self.ways = self.ways, []  # a function before the statement does not see the names in here
        self.generic_visit(node)
        self.ways = ways
        return node

    visit_DictComp = visit_SetComp = visit_Lambda  # noqa: N815 - names of ast

    def visit_ListComp(self, node: Any) -> Any:
        made = self.visit_GeneratorExp(node)
        return made if made is node else ast.Call(ast.Name("list", ast.Load()), [made], [])

    def visit_GeneratorExp(self, node: Any) -> Any:
        if "looped" not in self.ways:
            return self.generic_visit(node)
        first, body = self.visit(node.generators[0].iter), [ast.Expr(ast.Yield(node.elt))]
        node.generators[0].iter = ast.Name("given", ast.Load())
        for part in reversed(node.generators):
            for test in reversed(part.ifs):
                body = [ast.If(test, body, [])]
            body = [ast.For(part.target, part.iter, body, [])]
        return self.call(body, first)

    def call(self, body: list[Any], *given: Any) -> Any:
        """Return a call of a new function, whose parameter is ``given`` if it has one."""
        self.count += 1
        name = f"made_{self.count}"
        function, call = ast.parse(f"def {name}({'given' * len(given)}): pass\n{name}()").body
        function.body, call.value.args = body, list(given)
        self.made += self.visit(function)
        return call.value
