"""Check the texts of a task, the names in its program, its flowchart, and programs in the sandbox."""

import ast
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import combinations

from benchmark.core.draws import Draws
from benchmark.core.errors import BadInput
from benchmark.core.executor import JudgesSamples
from benchmark.core.task import FunctionCheck, Limits, Task
from benchmark.core.verdict import MissingSample, Outcome, Status
from benchmark.datasets.collection import ENTRY_POINT
from benchmark.files.chart import Chart, ChartError, Edge
from workshop.authoring.chart_families.calls import run_large
from workshop.authoring.chart_families.dataset import layout_of
from workshop.authoring.chart_families.family import CHANGE, LARGE_CALLS, ChartFamily
from workshop.authoring.chart_families.instance import ChartTask
from workshop.authoring.gates.fault import GateFault
from workshop.authoring.gates.pictures import drawing_problems
from workshop.authoring.gates.words import estimate_tokens
from workshop.authoring.twin_proof import failure, judge_program
from workshop.flowchart.interpreter import chart_program
from workshop.flowchart.kept import KeptChart
from workshop.flowchart.layout.check import LayoutError, check_layout
from workshop.flowchart.layout.values import read_layout
from workshop.flowchart.phraser import source_labels

MIN_TOKENS, MAX_TOKENS = 40, 260  #: of signature and notes
MIN_PROBLEM_WORDS = 25
#: Level → minimum and maximum number of nodes of a chart.
NODES = {"easy": (8, 36), "medium": (8, 60), "long": (8, 60)}
MAX_PICTURES = 3  #: of one chart
SLOW_FACTOR = 3  #: a slow program does not finish a large call within this multiple of the limit

#: A program made from a chart walks node by node, so it gets this multiple of the limit.
_CHART_FACTOR = 20
_LIMIT = Limits().seconds  #: CPU seconds of a call
_PLACEHOLDER = re.compile(r"\$\{?([a-z_]\w*)", re.IGNORECASE)


def text_faults(made: ChartTask) -> Iterator[GateFault]:
    """Yield the faults in the texts of a task."""
    for gate, problems in (
        ("text", _signature_problems(made)),
        ("problem", _statement_problems(made)),
        ("names", _name_problems(made)),
    ):
        for problem in problems:
            yield GateFault(made.task_id, gate, problem)


def seed_faults(family: ChartFamily) -> Iterator[GateFault]:
    """Yield a fault if every seed makes the same charts."""
    if family.dial:
        return
    programs = family.reference.replace(CHANGE, "") + "".join(family.variants.values())
    if not _PLACEHOLDER.search(programs):
        problem = "neither REFERENCE nor VARIANTS has a $name, so every seed makes the same charts"
        yield GateFault(family.name, "seeds", problem)


def problem_faults(made: Sequence[ChartTask]) -> Iterator[GateFault]:
    """Yield a fault if two tasks of a family have the same problem text."""
    if len({task.problem for task in made}) < len(made):
        yield GateFault(made[0].family, "problem", "two variants have the same problem text")


def _signature_problems(made: ChartTask) -> Iterator[str]:
    function = _function(made.text)
    if function is None or not ast.get_docstring(function) or len(function.body) > 1:
        yield f"must be one function {ENTRY_POINT} with a docstring and nothing else"
        return
    arguments = [*function.args.args, *function.args.kwonlyargs]
    if function.returns is None or any(argument.annotation is None for argument in arguments):
        yield "every argument and the result need a type"
    tokens = estimate_tokens(made.text)
    if not MIN_TOKENS <= tokens <= MAX_TOKENS:
        yield f"has about {tokens} tokens; it needs {MIN_TOKENS} to {MAX_TOKENS}"
    if any(len(call) != len(arguments) for call in made.calls):
        yield f"has {len(arguments)} arguments, but a call has another number"
    if _signature(made.text) != _signature(made.reference):
        yield "has another signature than REFERENCE"


def _statement_problems(made: ChartTask) -> Iterator[str]:
    words = made.problem.split()
    if len(words) < MIN_PROBLEM_WORDS:
        yield f"has {len(words)} words, fewer than {MIN_PROBLEM_WORDS}"
    if "$" in made.problem or "TO" + "DO" in made.problem:
        yield "has a part that is not written yet"


def _name_problems(made: ChartTask) -> Iterator[str]:
    for name in sorted(_names(made.reference)):
        if found := _methods(name):
            yield f"the name {name!a} says how the program works: {', '.join(found)}; name what it holds"
    function = _function(made.text)
    for name in sorted(
        set(re.findall(r"[a-z_]+", (ast.get_docstring(function) or "").lower() if function else ""))
    ):
        if found := _methods(name):
            yield f"the notes say how the program works: {', '.join(found)}"


def _methods(name: str) -> list[str]:
    """Return the methods that a name mentions."""
    known = _known_methods()
    return [word for word in dict.fromkeys([name.lower(), *name.lower().split("_")]) if word in known]


@cache
def _known_methods() -> frozenset[str]:
    table = tomllib.loads(files(__package__).joinpath("names.toml").read_text(encoding="utf-8"))
    return frozenset(table["methods"].split())


def _names(source: str) -> set[str]:
    """Return the names that a program gives to functions, arguments and variables."""
    names = set()
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.arg(arg=name):
                names.add(name)
            case ast.Name(id=name, ctx=ast.Store()):
                names.add(name)
            case _:
                pass
    return names


def _function(text: str) -> ast.FunctionDef | None:
    """Return the function ``solution`` of a text; None if the text does not define it or is not Python."""
    try:
        body = ast.parse(text).body
    except (SyntaxError, ValueError):
        return None
    found = [node for node in body if isinstance(node, ast.FunctionDef) and node.name == ENTRY_POINT]
    return found[0] if found else None


def _signature(text: str) -> str:
    function = _function(text)
    if function is None:
        return ""
    returns = "" if function.returns is None else ast.unparse(function.returns)
    return f"({ast.unparse(function.args)}) -> {returns}"


def chart_faults(made: ChartTask, kept: Mapping[str, KeptChart]) -> Iterator[GateFault]:
    """Yield the faults of a task's chart.

    Args:
        made: the task.
        kept: kept layouts by task id; a chart without one is laid out, which needs the engine.

    Raises:
        BadInput: if the engine is needed and not installed.
    """
    for problem in _chart_problems(made, kept):
        yield GateFault(made.task_id, "chart", problem)


def _chart_problems(made: ChartTask, kept: Mapping[str, KeptChart]) -> Iterator[str]:
    if made.marked:
        for page in made.pages:
            yield from drawing_problems(page)
        return
    try:
        chart = made.chart
    except BadInput as error:
        yield f"{error.place}: {error.problem}"
        return
    minimum, maximum = NODES[made.level]
    nodes = sum(1 for _ in chart.all_nodes())
    if not minimum <= nodes <= maximum:
        yield f"has {nodes} nodes; a task of level {made.level} has {minimum} to {maximum}"
    for label in source_labels(chart):
        yield f"a label holds source text, for want of words: {label}"
    try:
        layout = read_layout(layout_of(made, kept).layout)
        check_layout(layout, chart)
    except ChartError as error:
        yield f"cannot be laid out: {error.problem}"
        return
    except LayoutError as error:
        yield f"cannot be read well: {error}"
        return
    pictures = len(layout.pages)
    if pictures > MAX_PICTURES:
        yield f"needs {pictures} pictures, more than {MAX_PICTURES}"


def difference_faults(made: Sequence[ChartTask]) -> Iterator[GateFault]:
    """Yield a fault for each two variants whose charts differ in more or less than one step or one swap."""
    for first, second in combinations([task for task in made if not task.marked], 2):
        try:
            problem = difference_problem(first.chart, second.chart)
        except BadInput:  # the gate `chart` reports it
            continue
        if problem:
            names = f"the charts of {first.variant} and {second.variant}"
            yield GateFault(first.family, "change", f"{names} {problem}")


def difference_problem(first: Chart, second: Chart) -> str:
    """Return in which way two charts differ in more or less than one label or one swap; empty if neither."""
    nodes, others = list(first.all_nodes()), list(second.all_nodes())
    if [(node.id, node.shape) for node in nodes] != [(node.id, node.shape) for node in others]:
        return f"have other shapes: {len(nodes)} and {len(others)} nodes; change one step or decision only"
    labels = [node.label for node, other in zip(nodes, others, strict=True) if node.label != other.label]
    swapped = _swapped(first.edges, second.edges)
    if swapped is None:
        return "have other arrows; change one step or decision only"
    if len(labels) + len(swapped) == 1:
        return ""
    count = len(labels) + len(swapped)
    return f"differ in {count} places, not one: {'; '.join(labels + swapped) or 'they are the same'}"


def _swapped(first: Sequence[Edge], second: Sequence[Edge]) -> list[str] | None:
    """Return the decisions whose two answers are swapped; None if the arrows differ in any other way."""
    ways, others = _ways(first), _ways(second)
    if ways.keys() != others.keys():
        return None
    swapped = []
    for source, way in ways.items():
        other = others[source]
        if way == other:
            continue
        if len(way) != 2 or sorted(way.values()) != sorted(other.values()) or way.keys() != other.keys():  # noqa: PLR2004
            return None
        swapped.append(f"the answers at {source}")
    return swapped


def _ways(edges: Sequence[Edge]) -> dict[str, dict[str, str]]:
    """Return for each node its ways out: label → target."""
    ways: dict[str, dict[str, str]] = {}
    for edge in edges:
        ways.setdefault(edge.source, {})[f"{edge.label}{edge.dotted}"] = edge.target
    return ways


def judged_faults(made: Sequence[ChartTask], judge: JudgesSamples) -> Iterator[GateFault]:
    """Yield the faults that the judge finds with the typical and edge calls of a family's tasks.

    The reference, the slow program and the program made from the chart must pass; the references of all twins
    must fail.

    Raises:
        SandboxFailure: if programs cannot be judged on this machine.
    """
    for task in made:
        yield from _passing(task, judge, task.small_tests, _LIMIT, slow=True)
        for twin in made:
            if twin is not task and not _failure(task, task.small_tests, twin.reference, judge, _LIMIT):
                yield GateFault(task.task_id, "twins", f"the reference of {twin.task_id} passes its tests")


def judged_large_faults(made: Sequence[ChartTask], judge: JudgesSamples) -> Iterator[GateFault]:
    """Yield the faults that the judge finds with the large calls; this takes more than 9 s for a family.

    The reference and the program made from the chart must pass them, and the references of twins must fail
    them. The slow program of one task must not finish one call within three times the limit; seed and family
    draw both.

    Raises:
        SandboxFailure: if programs cannot be judged on this machine.
    """
    if not made[0].large:
        return
    for task in made:
        results = run_large(task.reference, task.large).results
        large = (task.large_test(results),)
        yield from _passing(task, judge, large, _LIMIT, slow=False)
        for twin in made:
            if twin is not task and not _failure(task, large, twin.reference, judge, _LIMIT):
                yield GateFault(
                    task.task_id, "twins", f"the reference of {twin.task_id} passes its large tests"
                )
    yield from _fast_faults(made, judge)


def _fast_faults(made: Sequence[ChartTask], judge: JudgesSamples) -> Iterator[GateFault]:
    """Yield a fault if the slow program of a drawn task is not slow enough for a drawn large call."""
    if not made[0].slow:
        return
    draws = Draws(made[0].family, made[0].version, made[0].seed, "slow")
    task, number = draws.choice(made), draws.integer(0, LARGE_CALLS - 1)
    test = task.large_test(run_large(task.reference, task.large).results[number : number + 1], [number])
    seconds = SLOW_FACTOR * _LIMIT
    outcome = _judged(task, (test,), task.slow, judge, seconds)
    if isinstance(outcome, MissingSample) or outcome.status is not Status.TIMEOUT:
        spent = 0.0 if isinstance(outcome, MissingSample) else outcome.cpu_seconds
        ending = f"{failure(outcome) or 'passes'} ({spent:.1f} s)"
        yield GateFault(
            task.task_id, "slow", f"does not run for {seconds:g} s with large({number}): {ending}"
        )


def _passing(
    task: ChartTask, judge: JudgesSamples, tests: tuple[str, ...], seconds: float, *, slow: bool
) -> Iterator[GateFault]:
    programs = {"reference": task.reference}
    try:
        if not task.marked:
            programs["chart"] = chart_program(task.mermaid, ENTRY_POINT, task.task_id)
    except BadInput as error:
        yield GateFault(task.task_id, "chart", f"does not make a program: {error.place}: {error.problem}")
    if slow and task.slow:
        programs["slow"] = task.slow
    for name, program in programs.items():
        limit = seconds * (_CHART_FACTOR if name == "chart" else 1)
        if problem := _failure(task, tests, program, judge, limit):
            yield GateFault(task.task_id, name, f"does not pass the tests: {problem}")


def _failure(
    task: ChartTask, tests: tuple[str, ...], program: str, judge: JudgesSamples, seconds: float
) -> str:
    """Return why a program fails the tests; empty if it passes."""
    return failure(_judged(task, tests, program, judge, seconds))


def _judged(
    task: ChartTask, tests: tuple[str, ...], program: str, judge: JudgesSamples, seconds: float
) -> Outcome:
    check, limits = FunctionCheck(tests=tests), Limits(seconds=seconds)
    return judge_program(
        Task(id=task.task_id, check=check, entry_point=ENTRY_POINT, limits=limits), program, judge
    )
