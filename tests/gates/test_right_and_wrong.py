"""At each level of each family with a dial, and of each type of figure, 50 answers get the right verdict.

Right programs are references that are written in another way, by construction without an effect. Wrong ones
are twins, mutants and other figures that our own run shows to differ. The gates judge two answers per family.
"""

import ast
import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache, lru_cache
from itertools import combinations, cycle, islice, product
from pathlib import Path
from time import process_time
from typing import Any

import pytest

from benchmark.core.digest import digest_lines, sha256_hex
from benchmark.core.draws import Draws
from benchmark.core.sample import Completion
from benchmark.core.suite import DIAL_LEVELS
from benchmark.core.task import ChoiceCheck, FigureCheck, StdioCheck, Task
from benchmark.core.verdict import MissingSample, Status
from benchmark.pipeline import sources
from benchmark.pipeline.judge.evaluate import evaluate
from benchmark.pipeline.judge.local_pool import LocalPool
from tests.case_files import read_text
from tests.kept_results import ROOT, KeptResults, deciding_digest
from tests.sampling import sampled
from workshop.authoring.figures.pictures import different_pixels, picture_image
from workshop.authoring.gates.tests import LateError, cpu_limit, run_program
from workshop.authoring.mutants import mutants

EACH, POOL = 25, LocalPool(keep=True)  #: answers of each kind; a start of processes takes seconds
DATASETS = [("humaneval-v", "open"), ("mmcode", "open"), ("code-vision", "open")]
DATASETS += [("mathopeval", "open-free"), ("mathopeval", "open-choice")]
DIALS, TYPES = json.loads(read_text("public_and_fresh.json")), ("bar", "function", "geometric", "line", "pie")
WAYS = ("negated", "iterated", "looped", "extracted", "wrapped", "swapped", "spelled", "held", "named")
HELD = ast.parse("class Held:\n    run = staticmethod(solution)\nsolution = Held().run").body
READS = ("sys.stdin.read()", "''.join(sys.stdin)", "open(0).read()", "sys.stdin.buffer.read().decode()")
LETTERS = ("{}", "({})", "**{}**", "The answer is {}.", r"\boxed{{{}}}", "Answer: {}")
TURNED = {ast.Eq: ast.Eq, ast.NotEq: ast.NotEq, ast.Lt: ast.Gt, ast.Gt: ast.Lt}

Dataset = tuple[str, str]  #: suite and name
picture, source_of = lru_cache(64)(picture_image), cache(sources.from_suite)


@pytest.mark.parametrize("family", sampled((*DIALS, *TYPES), 99))
def test_50_answers_per_level_get_the_right_verdict(family: str) -> None:
    for dataset, tasks in levels_of(family):
        answers = [*answers_to(dataset, tasks, EACH)]
        assert len({(answer.task_id, answer.text) for answer in answers}) == 2 * EACH
        assert unexpected(dataset, answers) == []


def test_a_right_and_a_wrong_answer_per_family_get_the_right_verdict() -> None:
    found: dict[Dataset, list[Completion]] = {}
    drawn: dict[str, tuple[Dataset, list[Task]]] = {}
    for family in (*DIALS, *TYPES):
        levels = levels_of(family)
        assert {tasks[0].level for _, tasks in levels} == {*DIAL_LEVELS} or family in TYPES
        level = Draws("level", family).choice(levels)
        drawn[sha256_hex(repr((family, level)).encode("utf-8", "surrogatepass"))] = level
    sources_here = [Path(__file__), *sorted((ROOT / "workshop" / "authoring").rglob("*.py"))]
    decides = digest_lines([deciding_digest(), [sha256_hex(path.read_bytes()) for path in sources_here]])
    kept = KeptResults("right-and-wrong", decides)
    known = kept.of(drawn)
    for key, (dataset, tasks) in drawn.items():
        if key not in known:
            found.setdefault(dataset, []).extend(answers_to(dataset, tasks, 1))
    assert [unexpected(dataset, answers) for dataset, answers in found.items()] == [[]] * len(found)
    kept.add(dict.fromkeys(drawn, "as expected"))


def levels_of(family: str) -> list[tuple[Dataset, list[Task]]]:
    """Return a family's tasks of each level, and their data set."""
    found: dict[tuple[str, Dataset], list[Task]] = {}
    for dataset in DATASETS:
        for task in source_of(*dataset).tasks:
            if task.stem.rstrip("-0123456789") == family.replace("_", "-"):
                found.setdefault((task.level, dataset), []).append(task)
    return [(dataset, tasks) for (_, dataset), tasks in found.items()]


def unexpected(dataset: Dataset, answers: Sequence[Completion]) -> list[Any]:
    """Return the right answers, which have even draws, that do not pass, and the wrong ones that do."""
    source = source_of(*dataset)
    judged = evaluate(source.tasks, answers, rule=source.rule("own"), executor=POOL)
    return [
        (outcome, sample.answer.program)
        for outcome, sample in zip(judged.outcomes, judged.samples, strict=True)
        if isinstance(outcome, MissingSample) or (outcome.status is Status.PASSED) == sample.draw % 2
    ]


def answers_to(dataset: Dataset, found: Sequence[Task], each: int) -> Iterator[Completion]:
    """Yield ``each`` right answers to tasks of a level, and as many wrong ones."""
    tasks = found[:: max(1, len(found) // each)][:each]
    for place, task in enumerate(tasks):
        if isinstance(task.check, ChoiceCheck):
            letters = "ABCDEFGH"[: task.check.options].replace(task.check.answer, "")
            right = (form.format(task.check.answer) for form in LETTERS)
            wrong = (form.format(letter) for form, letter in product(LETTERS, letters))
        else:
            right, wrong = forms(task, [task.reference]), forms(task, wrong_programs(task, dataset, each))
        for kind, texts in enumerate((right, wrong)):
            for number, text in enumerate(islice(texts, (each - place - 1) // len(tasks) + 1)):
                read = text.replace(READS[0], READS[number % len(READS)])
                yield Completion(task_id=task.id, draw=2 * number + kind, text=read)


def forms(task: Task, programs: Sequence[str]) -> Iterator[str]:
    """Yield each program in another form, then in further ones, none twice; those of the reference pass."""
    seen = set()
    ways = Draws("ways", task.id).shuffled(list(combinations(WAYS, 4)))
    for program, some in zip(cycle(programs), ways, strict=False):
        text = rewritten(program, some)
        if text not in seen:
            seen.add(text)
            assert programs[0] != task.reference or count_failures(task, text) == 0, text
            yield f"```python\n{text}\n```"


def wrong_programs(task: Task, dataset: Dataset, each: int) -> list[str]:
    """Return programs that fail, those that fail the fewest tests first, for ``each`` wrong answers."""
    started, least, draws = process_time(), 0, Draws("wrong", task.id)
    assert count_failures(task, task.reference) == 0
    seconds, failed = 0.05 + 3 * (process_time() - started), {}
    others = source_of(*dataset).tasks
    if isinstance(task.check, FigureCheck):
        least, kind = 100, (task.level, task.id.split("-")[0])  # pixels
        others = [
            one for one in others if (one.level, one.id.split("-")[0]) == kind and one.stem != task.stem
        ]
        programs = [task.check.original or others[0].reference]
        programs += [other.reference for other in draws.sample(others, min(4, each))]
    else:
        programs = [one.reference for one in others if one.stem == task.stem and one.id != task.id]
        programs += [
            ast.unparse(one.tree) for one in draws.shuffled(list(mutants(task.reference)))[: each + 5]
        ]
    for program in programs:
        with suppress(LateError, Exception):  # a mutant may fail with anything
            failed[program] = count_failures(task, program, seconds)
    return sorted((program for program in failed if failed[program] > least), key=lambda one: failed[one])


def count_failures(task: Task, program: str, seconds: float = 30.0) -> int:
    """Return how many tests a program of ours fails, or how many pixels of its figure differ.

    Raises:
        LateError: if it takes more seconds of CPU.
    """
    if isinstance(task.check, FigureCheck):
        return different_pixels(picture(program), picture(task.check.reference))
    failed, tree = 0, ast.parse(program)
    tree.body = [node for node in tree.body if not isinstance(node, ast.Expr)]  # it would read its input
    with cpu_limit(seconds):
        names = run_program(tree)
        for test in statements(task.check):
            try:
                exec(test, names)  # noqa: S102 - ours
            except Exception:  # noqa: BLE001 - a mutant may fail with anything
                failed += 1
    return failed


@lru_cache(4)
def statements(check: Any) -> list[Any]:
    cases = check.cases if isinstance(check, StdioCheck) else ()
    tests = [f"assert solution({case.input!r}).split() == {case.output.split()!r}" for case in cases]
    nodes = [node for test in tests or check.tests for node in ast.parse(test).body]
    return [compile(ast.Module([node], []), "tests.py", "exec") for node in nodes]


def rewritten(program: str, ways: Sequence[str]) -> str:
    """Return a program with other names that is rewritten in some more ways."""
    tree = ast.parse(program)
    return ast.unparse(ast.fix_missing_locations(Rewriter(tree, ways).visit(tree)))


def parts(node: ast.AST, *kinds: type[ast.AST]) -> list[Any]:
    return [part for part in ast.walk(node) if isinstance(part, kinds)]


class Rewriter(ast.NodeTransformer):
    """Rewrites a program; new functions stand before the statement that calls them."""

    def __init__(self, tree: ast.Module, ways: Sequence[str]) -> None:
        self.ways, self.made, self.count = ways, [], 0
        self.start = "größe_" if "named" in ways else f"{ways[0]}_"
        own = {part.id for part in parts(tree, ast.Name) if isinstance(part.ctx, ast.Store)}
        own |= {part.arg for part in parts(tree, ast.arg)}
        own |= {part.name for part in parts(tree, ast.FunctionDef)} - {"solution"}
        self.own = own - {part.arg for part in parts(tree, ast.keyword)}
        assert not parts(tree, ast.ClassDef, ast.ExceptHandler, ast.Match, ast.NamedExpr, ast.Yield)

    def visit(self, node: Any) -> Any:
        for field in ("id", "arg", "name"):
            if getattr(node, field, None) in self.own and not isinstance(node, ast.alias):
                setattr(node, field, self.start + getattr(node, field))
        if isinstance(node, ast.Nonlocal):
            node.names = [self.start + name for name in node.names]
        if not isinstance(node, ast.stmt):
            return super().visit(node)
        outer, self.made = self.made, []
        changed = super().visit(node)
        made, self.made = self.made, outer
        return [*made, *(changed if isinstance(changed, list) else [changed])]

    def visit_FunctionDef(self, node: Any) -> Any:
        self.generic_visit(node)
        return [node, *HELD] if "held" in self.ways and node.name == "solution" else node

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

    visit_DictComp = visit_SetComp = visit_JoinedStr = visit_Lambda  # noqa: N815 - names of ast

    def visit_Constant(self, node: Any) -> Any:
        known = node.value if "spelled" in self.ways and not isinstance(node.value, bool) else None
        if isinstance(known, int) and known > 1:
            return ast.BinOp(ast.Constant(known - 1), ast.Add(), ast.Constant(1))
        if isinstance(known, str) and known:
            return ast.BinOp(ast.Constant(known[:1]), ast.Add(), ast.Constant(known[1:]))
        return node

    def visit_BinOp(self, node: Any) -> Any:
        ends = node.left, node.right
        known = [isinstance(end.value, int | float) for end in ends if isinstance(end, ast.Constant)]
        if "swapped" in self.ways and isinstance(node.op, ast.Add | ast.Mult) and known[:1] == [True]:
            node.right, node.left = ends
        return self.generic_visit(node)

    def visit_Compare(self, node: Any) -> Any:
        turned = TURNED.get(type(node.ops[0])) if "swapped" in self.ways and len(node.ops) == 1 else None
        if turned and isinstance(node.comparators[0], ast.Constant):
            node = ast.Compare(node.comparators[0], [turned()], [node.left])
        return self.generic_visit(node)

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
