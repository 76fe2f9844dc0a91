"""`sightbench analyse dataset`: describe the tasks of a data set."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.analysis.wording import plural
from benchmark.cli.shared.console import output, plain_table, print_json
from benchmark.cli.shared.options import json_option, tasks_options
from benchmark.core.errors import BadInput, OurFailure, printable_text, quote_value
from benchmark.core.install import install_extra
from benchmark.core.task import Picture, Task

if TYPE_CHECKING:
    from benchmark.analysis.studies.dataset_report import DatasetReport, TaskShare


@click.command()
@tasks_options
@click.option(
    "--tokens",
    "encoding",
    default="",
    help="Count tokens with this encoding of tiktoken, such as o200k_base.",
)
@json_option
def command(*, tasks: tuple[Path, ...], suite: str, dataset: str, encoding: str, as_json: bool) -> None:
    """Describe the tasks of a data set.

    Prints the numbers of Tables 1 and 9 of HumanEval-V: median, mean, minimum and maximum of width and height
    of pictures, tokens of text and signature, statements of references, and test cases. Also prints the types
    of parameters and results in the signatures, the imported modules and the categories. Statements are nodes
    of Python's syntax tree, including `def` and `import` but not docstrings. A test case is an assert, or a
    pair of input and output.

    Reads the tasks and the headers of their pictures; writes nothing. Pictures need the extra `pictures`.
    --tokens needs the extra `tokens`, and the network once: tiktoken stores the encoding in
    TIKTOKEN_CACHE_DIR. To fill that folder beforehand, run
    `python -c "import tiktoken; tiktoken.get_encoding('o200k_base')"`. Needs no keys. Safe to repeat.
    """
    from benchmark.analysis.studies.dataset_report import TextMeasures, dataset_report
    from benchmark.cli.shared.named_tasks import tasks_of

    known = tasks_of(tasks, suite, dataset)
    if not known:
        raise BadInput(
            "analyse dataset", "", "no tasks are named", "name a suite with --suite, or a file with --tasks"
        )
    sizes = _sizes(known, tasks)
    report = dataset_report(
        known, TextMeasures(sizes=sizes, tokens=_token_counter(encoding), encoding=encoding)
    )
    if as_json:
        print_json(report)
    else:
        _print(report)


def _sizes(tasks: Sequence[Task], files: Sequence[Path]) -> dict[str, list[tuple[int, int]]]:
    """Return width and height in pixels of every task's pictures."""
    from benchmark.generation.prompts.picture import inspect_picture

    pictures = {task.id: [part for part in task.parts if isinstance(part, Picture)] for task in tasks}
    if not any(pictures.values()):
        return {}
    if importlib.util.find_spec("PIL") is None:
        raise BadInput("this command", "", "needs Pillow to read pictures", install_extra("pictures"))
    folder = files[0].parent if files else None
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
    return lambda text: len(encoder.encode(text, disallowed_special=()))


def _print(report: DatasetReport) -> None:
    console = output()
    stems = plural(report.stems, "stem")
    console.print(f"{report.suite} {report.dataset}: {plural(report.tasks, 'task')}, {stems}")
    table = plain_table("attribute", "median", "mean", "minimum", "maximum", "count", right=range(1, 6))
    for row in report.attributes:
        numbers = (f"{value:g}" for value in (row.median, round(row.mean, 1), row.least, row.most))
        table.add_row(row.name, *numbers, str(row.tasks))
    console.print(table)
    if not report.encoding:
        console.print("tokens are not counted; name an encoding with --tokens")
    for name, shares in (
        ("inputs", report.inputs),
        ("outputs", report.outputs),
        ("imports", report.imports),
        ("categories", report.categories),
    ):
        if shares:
            console.print(f"{name}: {_shares_text(shares)}")
    if report.beyond_standard_library:
        console.print(f"imports outside the standard library: {', '.join(report.beyond_standard_library)}")


def _shares_text(shares: Sequence[TaskShare]) -> str:
    return ", ".join(f"{printable_text(share.name)} {share.tasks}" for share in shares)
