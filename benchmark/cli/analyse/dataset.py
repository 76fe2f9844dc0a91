"""`sightbench analyse dataset`: describe the tasks of a data set."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.analysis.wording import plural
from benchmark.cli.shared.console import print_tables
from benchmark.cli.shared.options import tasks_options
from benchmark.core.errors import BadInput, OurFailure, quote_value
from benchmark.core.install import install_extra
from benchmark.core.suite_facts import TitledTable
from benchmark.core.task import Picture, Task

if TYPE_CHECKING:
    from benchmark.analysis.studies.dataset_report import DatasetReport


@click.command()
@tasks_options
@click.option(
    "--tokens",
    "encoding",
    default="",
    help="Count tokens with this encoding of tiktoken, such as o200k_base.",
)
def command(*, tasks: tuple[Path, ...], suite: str, dataset: str, encoding: str) -> None:
    """Describe the tasks of a data set, next to the numbers of its paper.

    Prints the numbers of Tables 1 and 9 of HumanEval-V: median, mean, minimum and maximum of width and height
    of pictures, tokens of text and signature, statements of references, and test cases. Also prints the types
    of parameters and results in the signatures, the imported modules and the categories. Statements are nodes
    of Python's syntax tree, including `def` and `import` but not docstrings. A test case is an assert, or a
    pair of input and output.

    Flowcharts have means of test cases, nodes and edges by subset and level. Drawing tasks have lengths,
    domains and kinds of questions, and those of a suite are counted in both formats. Contest problems have
    categories, sites and positions of pictures.

    Reads the tasks and the headers of their pictures; writes nothing. Pictures need the extra
    `pictures`. --tokens needs the extra `tokens`, and the network once: tiktoken stores the encoding in
    TIKTOKEN_CACHE_DIR. To fill that folder beforehand, run
    `python -c "import tiktoken; tiktoken.get_encoding('o200k_base')"`. Needs no keys. Safe to repeat.
    """
    from benchmark.pipeline.sources import need_tasks

    known = need_tasks("analyse dataset", tasks, suite, dataset)
    print_tables(*describe_tasks(known, tasks[0].parent if tasks else None, encoding))


def describe_tasks(
    tasks: Sequence[Task], folder: Path | None = None, encoding: str = ""
) -> Iterator[TitledTable]:
    """Yield the tables that describe tasks: of all suites, then of their own, then of their flowcharts."""
    from benchmark.analysis.studies.dataset_report import chart_table
    from benchmark.suites import suite_of

    of_suite = suite_of(tasks[0].suite).display.describe(tasks, folder)  # first: it may refuse the tasks
    yield from _tables(tasks, folder, encoding)
    yield from of_suite
    if any(task.chart for task in tasks):
        yield chart_table(tasks)


def _tables(tasks: Sequence[Task], folder: Path | None, encoding: str) -> Iterator[TitledTable]:
    report = report_of(tasks, folder, encoding)
    sizes = f"{plural(len(tasks), 'task')}, {plural(len({task.family for task in tasks}), 'stem')}"
    groups = (
        ("inputs", report.inputs),
        ("outputs", report.outputs),
        ("imports", report.imports),
        ("categories", report.categories),
    )
    notes = [] if encoding else ["tokens are not counted; name an encoding with --tokens"]
    for name, shares in groups:
        if shares:
            notes.append(f"{name}: {', '.join(f'{kind} {number}' for kind, number in shares)}")
    yield TitledTable(
        f"{tasks[0].suite} {tasks[0].dataset}: {sizes}",
        ("attribute", "median", "mean", "minimum", "maximum", "count"),
        [
            (row.name, row.median, round(row.mean, 1), row.least, row.most, row.tasks)
            for row in report.attributes
        ],
        notes,
    )


def report_of(tasks: Sequence[Task], folder: Path | None, encoding: str) -> DatasetReport:
    """Return the statistics of tasks; those of tokens only if an encoding of tiktoken is named."""
    from benchmark.analysis.studies.dataset_report import dataset_report

    return dataset_report(tasks, picture_sizes(tasks, folder), _token_counter(encoding))


def picture_sizes(tasks: Sequence[Task], folder: Path | None) -> dict[str, list[tuple[int, int]]]:
    """Return width and height in pixels of every task's pictures."""
    from benchmark.generation.prompts.picture import inspect_picture

    pictures = {task.id: [part for part in task.parts if isinstance(part, Picture)] for task in tasks}
    if not any(pictures.values()):
        return {}
    if importlib.util.find_spec("PIL") is None:
        raise BadInput("this command", "", "needs Pillow to read pictures", install_extra("pictures"))
    found = {}
    for task, parts in pictures.items():
        looks = [inspect_picture(picture, folder, task, None) for picture in parts]
        found[task] = [(seen.width, seen.height) for seen in looks]
    return found


def _token_counter(encoding: str) -> Callable[[str], int] | None:
    """Return a function that counts tokens; None if no encoding is named.

    Raises:
        BadInput: if tiktoken is not installed, or has no such encoding.
        OurFailure: if the encoding cannot be downloaded.
    """
    if not encoding:
        return None
    if importlib.util.find_spec("tiktoken") is None:
        raise BadInput("--tokens", "", "needs tiktoken, which is not installed", install_extra("tokens"))
    tiktoken = importlib.import_module("tiktoken")  # part of the extra `tokens`, so not imported above
    if encoding not in tiktoken.list_encoding_names():
        fix = f"use one of: {', '.join(tiktoken.list_encoding_names())}"
        raise BadInput("--tokens", "", f"tiktoken has no encoding {quote_value(encoding)}", fix)
    try:
        encoder = tiktoken.get_encoding(encoding)
    except OSError as error:  # errors of the library requests are OSErrors, too
        fix = "run the command once with a network, or copy a TIKTOKEN_CACHE_DIR that has the encoding"
        raise OurFailure(
            f"the encoding {encoding} cannot be downloaded: {type(error).__name__}", fix
        ) from None
    # By default tiktoken refuses a text that contains the name of a special token, such as <|endoftext|>.
    return lambda text: len(encoder.encode(text, disallowed_special=()))
