"""Statistics of a data set's tasks, for `sightbench analyse dataset`.

The statistics are those of Tables 1 and 9 of HumanEval-V.
"""

import ast
import statistics
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from benchmark.analysis.studies.case_counts import count_test_cases, parse
from benchmark.analysis.studies.signature_types import types_of
from benchmark.core.python_source import count_statements, walk_statements
from benchmark.core.task import FunctionCheck, StdioCheck, Task, Text

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
) -> DatasetReport:
    """Return the statistics of a data set.

    Args:
        tasks: tasks of one data set, at least one.
        sizes: task id → (width, height) of each picture, px.
        tokens: counts the tokens of a text; None if they are not counted.
    """
    pictures = [size for task in tasks for size in sizes.get(task.id, ())]
    references = [found for task in tasks if (found := _reference_of(task)) is not None]
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
        attributes=[_attribute(name, values) for name, values in columns.items() if values],
        inputs=_shares(found.inputs if found else unknown for found in types),
        outputs=_shares((found.output,) if found else unknown for found in types),
        imports=_shares(names for _, names in references),
        categories=_shares(task.categories for task in tasks),
    )


def words_of(task: Task) -> str:
    """Return all that a model reads besides pictures: the text, and the signature if the text lacks it."""
    text = "".join(part.text for part in task.parts if isinstance(part, Text))
    return text if task.starter_code in text else f"{text}\n{task.starter_code}".lstrip("\n")


def _reference_of(task: Task) -> tuple[int, frozenset[str]] | None:
    """Return the statements and the modules of a task's reference; None if it cannot be parsed."""
    tree = parse(task.reference)  # freed before the next one is parsed: a data set's trees take 50 MB
    return None if tree is None else (count_statements(tree), _modules(tree))


def _modules(tree: ast.Module) -> frozenset[str]:
    imports = [node for node in walk_statements(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    names = [alias.name for node in imports if isinstance(node, ast.Import) for alias in node.names]
    names += [node.module or "" for node in imports if isinstance(node, ast.ImportFrom)]
    return frozenset(name.partition(".")[0] for name in names if name)


def _attribute(name: str, values: Sequence[int]) -> Attribute:
    return Attribute(
        name=name,
        tasks=len(values),
        median=float(statistics.median(values)),
        mean=round(statistics.fmean(values), _DECIMALS),
        least=float(min(values)),
        most=float(max(values)),
    )


def _shares(found: Iterable[Iterable[str]]) -> list[TaskShare]:
    """Return the number of tasks by name, the most frequent first."""
    counted = Counter(name for names in found for name in dict.fromkeys(names))
    return sorted(counted.items(), key=lambda item: (-item[1], item[0]))
