"""The work of `sightbench analyse dataset`."""

import importlib
import importlib.util
from collections.abc import Callable, Sequence
from pathlib import Path

from benchmark.analysis.studies.dataset_report import DatasetReport, TaskShare, TextMeasures, dataset_report
from benchmark.analysis.wording import plural
from benchmark.cli.shared.console import output, print_json
from benchmark.cli.shared.named_tasks import tasks_of
from benchmark.cli.shared.tables import plain_table
from benchmark.core.errors import BadInput, OurFailure, printable, shown
from benchmark.core.task import Picture, Task
from benchmark.generation.prompts.picture import look


def run(*, tasks: tuple[Path, ...], suite: str, dataset: str, encoding: str, as_json: bool) -> None:
    """Describe the tasks of a data set."""
    known = tasks_of(tasks, suite, dataset)
    if not known:
        raise BadInput("analyse dataset", "", "no tasks are named", "use --suite, or --tasks FILE")
    sizes = _sizes(known, tasks)
    report = dataset_report(known, TextMeasures(sizes=sizes, tokens=_counter(encoding), encoding=encoding))
    if as_json:
        print_json(report)
    else:
        _print(report)


def _sizes(tasks: Sequence[Task], files: Sequence[Path]) -> dict[str, list[tuple[int, int]]]:
    """Of every task's pictures, px."""
    pictures = {task.id: [part for part in task.parts if isinstance(part, Picture)] for task in tasks}
    if not any(pictures.values()):
        return {}
    if importlib.util.find_spec("PIL") is None:
        raise BadInput("this command", "", "needs Pillow for pictures", 'pip install "sightbench[generate]"')
    folder = files[0].parent if files else None
    found = {}
    for task, shown_ in pictures.items():
        looks = [look(picture, folder, task, None) for picture in shown_]
        found[task] = [(one.width, one.height) for one in looks]
    return found


def _counter(encoding: str) -> Callable[[str], int] | None:
    """Counts tokens; None without an encoding.

    Raises:
        BadInput: when tiktoken is not installed, or has no such encoding.
        OurFailure: when the encoding cannot be fetched.
    """
    if not encoding:
        return None
    if importlib.util.find_spec("tiktoken") is None:
        raise BadInput(
            "--tokens", "", "needs tiktoken, not installed here", 'pip install "sightbench[tokens]"'
        )
    tiktoken = importlib.import_module("tiktoken")  # an extra
    if encoding not in tiktoken.list_encoding_names():
        fix = f"use one of: {', '.join(tiktoken.list_encoding_names())}"
        raise BadInput("--tokens", "", f"tiktoken has no encoding {shown(encoding)}", fix)
    try:
        found = tiktoken.get_encoding(encoding)
    except OSError as error:  # of requests, too
        fix = "run it once with a network, or copy a TIKTOKEN_CACHE_DIR that has it"
        raise OurFailure(f"the encoding {encoding} cannot be fetched: {type(error).__name__}", fix) from None
    return lambda text: len(found.encode(text, disallowed_special=()))


def _print(report: DatasetReport) -> None:
    console = output()
    stems = plural(report.stems, "stem")
    console.print(f"{report.suite} {report.dataset}: {plural(report.tasks, 'task')}, {stems}")
    table = plain_table("attribute", "median", "mean", "least", "most", "of", right=range(1, 6))
    for one in report.attributes:
        numbers = (f"{value:g}" for value in (one.median, round(one.mean, 1), one.least, one.most))
        table.add_row(one.name, *numbers, str(one.tasks))
    console.print(table)
    if not report.encoding:
        console.print("tokens are not counted: --tokens names an encoding of tiktoken")
    for name, shares in (
        ("inputs", report.inputs),
        ("outputs", report.outputs),
        ("imports", report.imports),
        ("categories", report.categories),
    ):
        if shares:
            console.print(f"{name}: {_listed(shares)}")
    if report.beyond_standard_library:
        console.print(f"beyond the standard library: {', '.join(report.beyond_standard_library)}")


def _listed(shares: Sequence[TaskShare]) -> str:
    return ", ".join(f"{printable(one.name)} {one.tasks}" for one in shares)
