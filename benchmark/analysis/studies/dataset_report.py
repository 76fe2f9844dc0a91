"""Statistics of a data set's tasks, those of Tables 1 and 9 of HumanEval-V, and sizes of its flowcharts."""

import ast
import contextlib
import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from statistics import fmean, median

from pydantic import TypeAdapter

from benchmark.analysis.wording import plural
from benchmark.core.counts import Counts
from benchmark.core.errors import BadInput
from benchmark.core.python_source import count_statements, nested_statements, walk_statements
from benchmark.core.score import Score
from benchmark.core.suite_facts import ChartNumbers, TitledTable
from benchmark.core.task import ChoiceCheck, FigureCheck, FunctionCheck, RubricCheck, StdioCheck, Task, Text
from benchmark.files import regenerated
from benchmark.files.mermaid import parse_mermaid
from benchmark.scoring.metrics import pass_metric, score
from benchmark.suites import suite_of


def count_test_cases(task: Task) -> int:
    """Count the asserts of a function check, or the cases of a whole program; a choice counts as one.

    An assert in a loop over a written-out list counts once per item of the list. A figure counts once.
    """
    match task.check:
        case StdioCheck(cases=cases):
            return len(cases)
        case FunctionCheck(tests=tests):
            return sum(map(_asserts_of, tests))
        case ChoiceCheck() | FigureCheck() | RubricCheck():
            return 1


@lru_cache(32_768)  # a data set is counted as a whole, by subset and by level
def _asserts_of(test: str) -> int:
    if not any(mark in test for mark in (";", "'''", '"""', "\\\n")):
        lines = [line for line in test.split("\n") if line.strip() and not line.startswith("#")]
        if all(line.startswith("assert ") for line in lines):
            return len(lines)  # most tests have one assert per line: no need to parse them
    tree = parse(test)
    return 0 if tree is None else _count_asserts(tree)


def _count_asserts(node: ast.AST) -> int:
    times = _loop_items(node.iter) if isinstance(node, ast.For) else 1
    within = sum(_count_asserts(child) for child in nested_statements(node))
    return isinstance(node, ast.Assert) + times * within


def _loop_items(iterated: ast.expr) -> int:
    """Return the number of items that a loop runs over; 1 if they are not written out."""
    match iterated:
        case ast.List(elts=items) | ast.Tuple(elts=items):
            return len(items)
        case ast.Call(func=ast.Name(id="zip" | "enumerate"), args=[first, *_]):
            return _loop_items(first)
        case _:
            return 1


def parse(source: str) -> ast.Module | None:
    """Return the tree of a program; None if the text is empty or not valid Python."""
    if not source:
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # odd but legal source
            return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


_NAMES = {
    "Dict": "dict",
    "Tuple": "tuple",
    "Set": "set",
    "ndarray": "np.ndarray",
    "DataFrame": "pd.DataFrame",
    "None": "None",
}
_LISTS = frozenset({"list", "List", "Sequence"})
_BODIES = (4, 8, 2)  #: indents to try for the missing body of a bare signature
_CHOICES = frozenset({"Optional", "Union"})
_NOT_A_PARAMETER = frozenset({"self", "cls"})


@dataclass(frozen=True, slots=True)
class SignatureTypes:
    """The types in the signature of one function."""

    inputs: tuple[str, ...]  #: types of the parameters in their order, each type once
    output: str


@lru_cache(32_768)  # as above
def types_of(starter_code: str, name: str) -> SignatureTypes | None:
    """Return the types in a function's signature; None if an annotation is missing."""
    function = _function(starter_code, name)
    if function is None or function.returns is None:
        return None
    parameters = [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]
    wanted = [parameter for parameter in parameters if parameter.arg not in _NOT_A_PARAMETER]
    annotations = [parameter.annotation for parameter in wanted if parameter.annotation is not None]
    if len(annotations) < len(wanted):
        return None
    inputs = [name for annotation in annotations for name in _kinds(annotation)]
    return SignatureTypes(tuple(dict.fromkeys(inputs)), " or ".join(_kinds(function.returns)))


def _function(source: str, name: str) -> ast.FunctionDef | None:
    for text in (source, *(f"{source.rstrip()}\n{' ' * deep}pass\n" for deep in _BODIES)):
        if (tree := parse(text)) is not None:
            found = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
            matches = [function for function in found if function.name == name] or found
            return matches[-1] if matches else None
    return None


def _kinds(annotation: ast.expr) -> tuple[str, ...]:
    """Return the types that an annotation allows; several for a union."""
    match annotation:
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return tuple(dict.fromkeys((*_kinds(left), *_kinds(right))))
        case ast.Subscript(value=value, slice=inner) if _last_name(value) in _CHOICES:
            members = inner.elts if isinstance(inner, ast.Tuple) else [inner]
            kinds = tuple(dict.fromkeys(kind for member in members for kind in _kinds(member)))
            return (*kinds, "None") if _last_name(value) == "Optional" else kinds
        case ast.Constant(value=str(text)):
            try:
                return _kinds(ast.parse(text, mode="eval").body)
            except (SyntaxError, ValueError):
                return (text,)
        case _:
            depth = _depth(annotation)
            return (f"{depth}D list" if depth else _name(annotation),)


def _depth(annotation: ast.expr) -> int:
    """Return how deeply lists are nested: 1 for a plain list, 0 for another type."""
    if isinstance(annotation, ast.Subscript) and _last_name(annotation.value) in _LISTS:
        return 1 + _depth(annotation.slice)
    return int(_last_name(annotation) in _LISTS)


def _name(annotation: ast.expr) -> str:
    value = annotation.value if isinstance(annotation, ast.Subscript) else annotation
    return _NAMES.get(_last_name(value), _last_name(value) or ast.unparse(annotation))


def _last_name(node: ast.expr) -> str:
    """Return the last part of a dotted name: ``ndarray`` for ``np.ndarray``; empty for other expressions."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case ast.Constant(value=None):
            return "None"
        case _:
            return ""


_DECIMALS = 2
NOT_ANNOTATED = "not annotated"
TaskShare = tuple[str, int]  #: name of a type, module or category, and the number of its tasks


@dataclass(frozen=True, slots=True, kw_only=True)
class Attribute:
    """The distribution of one number over tasks or pictures."""

    name: str
    tasks: int  #: tasks that have the number; for sizes of pictures, the number of pictures
    median: float
    mean: float
    least: float
    most: float


@dataclass(frozen=True, slots=True, kw_only=True)
class DatasetReport:
    """Statistics of one data set; types are empty if no task has a signature."""

    #: Width and height of pictures in px, tokens of text and signature, statements of references, test cases.
    attributes: list[Attribute]
    inputs: list[TaskShare]  #: tasks by parameter type; a task counts once per type
    outputs: list[TaskShare]  #: tasks by return type
    imports: list[TaskShare]  #: tasks by module that the reference imports
    categories: list[TaskShare]


def dataset_report(
    tasks: Sequence[Task],
    sizes: Mapping[str, Sequence[tuple[int, int]]],
    tokens: Callable[[str], int] | None = None,
    cache: Path | None = None,
) -> DatasetReport:
    """Return the statistics of the tasks of a data set, at least one.

    The sizes of pictures, (width, height) in px, are by task; without ``tokens``, tokens of texts are not
    counted. The folder ``cache`` keeps what was read in references.
    """
    pictures = [size for task in tasks for size in sizes.get(task.id, ())]
    programs = [task.reference for task in tasks]
    references = regenerated.once(
        cache,
        ["references", *programs],
        TypeAdapter(list[tuple[int, frozenset[str]]]),
        lambda: [found for program in programs if (found := _reference_of(program)) is not None],
    )
    columns = {
        "picture width": [width for width, _ in pictures],
        "picture height": [height for _, height in pictures],
        "text tokens": [tokens(words_of(task)) for task in tasks] if tokens else [],
        "reference statements": [statements for statements, _ in references],
        "test cases": [
            count_test_cases(task) for task in tasks if isinstance(task.check, FunctionCheck | StdioCheck)
        ],
    }
    types = [types_of(task.starter_code, task.entry_point.rpartition(".")[2]) for task in tasks]
    unknown = (NOT_ANNOTATED,) if any(types) else ()
    return DatasetReport(
        attributes=[
            Attribute(
                name=name,
                tasks=len(values),
                median=float(median(values)),
                mean=round(fmean(values), _DECIMALS),
                least=float(min(values)),
                most=float(max(values)),
            )
            for name, values in columns.items()
            if values
        ],
        inputs=_shares(found.inputs if found else unknown for found in types),
        outputs=_shares((found.output,) if found else unknown for found in types),
        imports=_shares(names for _, names in references),
        categories=_shares(task.categories for task in tasks),
    )


def words_of(task: Task) -> str:
    """Return all that a model reads besides pictures: the text, and the signature if the text lacks it."""
    text = "".join(part.text for part in task.parts if isinstance(part, Text))
    return text if task.starter_code in text else f"{text}\n{task.starter_code}".lstrip("\n")


@lru_cache(32_768)  # as above
def _reference_of(reference: str) -> tuple[int, frozenset[str]] | None:
    """Return the statements and the modules of a task's reference; None if it cannot be parsed."""
    tree = parse(reference)  # freed before the next one is parsed: a data set's trees take 50 MB
    return None if tree is None else (count_statements(tree), _modules(tree))


def _modules(tree: ast.Module) -> frozenset[str]:
    imports = [node for node in walk_statements(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    names = [alias.name for node in imports if isinstance(node, ast.Import) for alias in node.names]
    names += [node.module or "" for node in imports if isinstance(node, ast.ImportFrom)]
    return frozenset(name.partition(".")[0] for name in names if name)


def _shares(found: Iterable[Iterable[str]]) -> list[TaskShare]:
    counted = Counter(name for names in found for name in dict.fromkeys(names))
    return sorted(counted.items(), key=lambda item: (-item[1], item[0]))


#: Most ranges of sizes; they have about the same number of tasks.
RANGES = 4


@dataclass(frozen=True, slots=True)
class ChartSize:
    """The size of one chart."""

    nodes: int  #: nodes of all its parts, starts and ends included
    edges: int


@dataclass(frozen=True, slots=True)
class ChartGroup:
    """The charts of a subset, or of one of its levels."""

    subset: str  #: empty for tasks without a subset
    level: str  #: empty for the whole subset
    here: ChartNumbers
    published: ChartNumbers | None  #: None if the authors published no numbers


@dataclass(frozen=True, slots=True, kw_only=True)
class SizeRange:
    """Tasks whose charts have about the same size."""

    title: str  #: such as ``10 to 12``
    tasks: tuple[Task, ...]

    def score(self, counts: Counts) -> Score | None:
        """Return a model's pass@1 on these tasks; None without verdicts."""
        wanted = {task.id for task in self.tasks}
        places = [place for place, task in enumerate(counts.tasks) if task in wanted]
        return score(counts.at(places), pass_metric(1))


def chart_sizes(tasks: Sequence[Task], cache: Path | None = None) -> dict[str, ChartSize]:
    """Return the size of each task's chart, by id; the folder ``cache`` keeps them.

    Tasks without a chart are left out, and so are charts outside the grammar: others may use all of Mermaid.
    """
    charts = {task.id: task.chart for task in tasks if task.chart}
    form = TypeAdapter(dict[str, ChartSize])
    return regenerated.once(cache, ["charts", *charts.items()], form, lambda: dict(_sizes_of(charts)))


def _sizes_of(charts: Mapping[str, str]) -> Iterator[tuple[str, ChartSize]]:
    for task, text in charts.items():
        with contextlib.suppress(BadInput):
            chart = parse_mermaid(text, task)
            yield task, ChartSize(len(chart.all_nodes()), len(chart.edges))


def chart_groups(tasks: Sequence[Task], sizes: Mapping[str, ChartSize]) -> list[ChartGroup]:
    """Return the means of every subset and of its levels, in the order of the tasks.

    The levels of the suite come first, from easy to hard.
    """
    suite, found = suite_of(tasks[0].suite), []
    for subset in dict.fromkeys(task.subset for task in tasks):
        for level in dict.fromkeys(("", *suite.data.levels, *(task.level for task in tasks))):
            within = [task for task in tasks if task.subset == subset and level in ("", task.level)]
            if within:
                numbers = _means(within, sizes), suite.display.chart_numbers.get((subset, level))
                found.append(ChartGroup(subset, level, *numbers))
    return found


def size_ranges(tasks: Sequence[Task], sizes: Mapping[str, ChartSize]) -> Iterator[SizeRange]:
    """Yield ranges of numbers of nodes with their tasks, smallest first.

    The ranges depend on the tasks alone. Tasks with equal sizes share a range, so there may be fewer than
    :data:`RANGES`, and they may be unequal.
    """
    nodes = {task.id: sizes[task.id].nodes for task in tasks if task.id in sizes}
    ordered = sorted((task for task in tasks if task.id in nodes), key=lambda task: nodes[task.id])
    begin = 0
    for number in range(1, RANGES + 1):
        end = max(len(ordered) * number // RANGES, begin)
        while 0 < end < len(ordered) and nodes[ordered[end].id] == nodes[ordered[end - 1].id]:
            end += 1
        if begin < end:
            least, most = nodes[ordered[begin].id], nodes[ordered[end - 1].id]
            title = f"{least}" if least == most else f"{least} to {most}"
            yield SizeRange(title=title, tasks=tuple(ordered[begin:end]))
        begin = end


def chart_table(tasks: Sequence[Task]) -> TitledTable:
    """Return the sizes of a data set's charts next to the published ones."""
    sizes, charts = chart_sizes(tasks), sum(bool(task.chart) for task in tasks)
    unread = charts - len(sizes)
    notes = [f"{plural(unread, 'chart')} outside the grammar, so without sizes"] if unread else []
    heads = ("problems", "tests", "nodes", "edges")
    groups = [
        (group.subset or "all", group.level or "all", *_cells(group.here), *_cells(group.published))
        for group in chart_groups(tasks, sizes)
    ]
    published = (f"published {head}" for head in heads)
    return TitledTable(plural(charts, "chart"), ("subset", "level", *heads, *published), groups, notes)


def _cells(numbers: ChartNumbers | None) -> tuple[float | None, ...]:
    return (None,) * 4 if numbers is None else (numbers.problems, numbers.tests, numbers.nodes, numbers.edges)


def _means(tasks: Sequence[Task], sizes: Mapping[str, ChartSize]) -> ChartNumbers:
    found = [sizes[task.id] for task in tasks if task.id in sizes]
    return ChartNumbers(
        problems=len(tasks),
        tests=round(fmean(map(count_test_cases, tasks)), _DECIMALS),
        nodes=round(fmean(size.nodes for size in found), _DECIMALS) if found else None,
        edges=round(fmean(size.edges for size in found), _DECIMALS) if found else None,
    )
