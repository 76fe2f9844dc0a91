"""`sightbench analyse dataset`: what the tasks of a data set are like."""

import importlib.util
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.cli.shared.statistics import json_option, print_json, tasks_of, tasks_options
from benchmark.core.errors import BadInput, OurFailure, shown

if TYPE_CHECKING:
    from benchmark.analysis.studies.dataset_report import DatasetReport, TaskShare
    from benchmark.core.task import Task


@click.command(short_help="Sizes, statements, tests and types of a data set.")
@tasks_options
@click.option(
    "--tokens",
    "encoding",
    default="",
    help="Count tokens by this encoding of tiktoken, such as o200k_base; fetched once (network).",
)
@json_option
def dataset(*, tasks: tuple[Path, ...], suite: str, dataset: str, encoding: str, as_json: bool) -> None:
    """Say what the tasks of a data set are like.

    As in Tables 1 and 9 of HumanEval-V: widths and heights of pictures, tokens of text and signature,
    statements of references, test cases, each with median, mean, least and most; types of parameters and
    results as the signatures say them; imported modules; categories. Statements are those of Python's syntax
    tree, `def` and `import` too, docstrings not; test cases are asserts, or cases of input and output.

    Reads the tasks and the heads of their pictures; writes nothing. Needs Pillow for pictures. Tokens need
    the extra `tokens`, and the network once: tiktoken keeps the encoding in TIKTOKEN_CACHE_DIR, which
    `python -c "import tiktoken; tiktoken.get_encoding('o200k_base')"` fills beforehand. No keys. Repeating
    it is safe.
    """
    from benchmark.analysis.studies.dataset_report import TextMeasures, dataset_report

    known = tasks_of(tasks, suite, dataset)
    if not known:
        raise BadInput("analyse dataset", "", "no tasks are named", "use --suite, or --tasks FILE")
    sizes = _sizes(known, tasks)
    report = dataset_report(known, TextMeasures(sizes=sizes, tokens=_counter(encoding), encoding=encoding))
    if as_json:
        print_json(report)
    else:
        _print(report)


def _sizes(tasks: "Sequence[Task]", files: Sequence[Path]) -> dict[str, list[tuple[int, int]]]:
    """Of every task's pictures, px."""
    from benchmark.core.task import Picture

    pictures = {task.id: [part for part in task.parts if isinstance(part, Picture)] for task in tasks}
    if not any(pictures.values()):
        return {}
    if importlib.util.find_spec("PIL") is None:
        raise BadInput("this command", "", "needs Pillow for pictures", 'pip install "sightbench[generate]"')
    from benchmark.generation.prompts.picture import inspect_picture

    folder = files[0].parent if files else None
    found = {}
    for task, shown_ in pictures.items():
        looks = [inspect_picture(picture, folder, task, None) for picture in shown_]
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
    import tiktoken

    if encoding not in tiktoken.list_encoding_names():
        fix = f"use one of: {', '.join(tiktoken.list_encoding_names())}"
        raise BadInput("--tokens", "", f"tiktoken has no encoding {shown(encoding)}", fix)
    try:
        found = tiktoken.get_encoding(encoding)
    except OSError as error:  # of requests, too
        fix = "run it once with a network, or copy a TIKTOKEN_CACHE_DIR that has it"
        raise OurFailure(f"the encoding {encoding} cannot be fetched: {type(error).__name__}", fix) from None
    return lambda text: len(found.encode(text, disallowed_special=()))


def _print(report: "DatasetReport") -> None:
    from benchmark.analysis.wording import plural
    from benchmark.cli.shared.console import output
    from benchmark.cli.shared.tables import plain_table

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


def _listed(shares: "Sequence[TaskShare]") -> str:
    from benchmark.core.errors import printable

    return ", ".join(f"{printable(one.name)} {one.tasks}" for one in shares)
