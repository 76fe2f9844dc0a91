"""`sightbench analyse decoders`: vision models beside their language decoders on tasks of text."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.cli.analyse.metric_options import check_plot, plot_option
from benchmark.cli.shared.options import FOLDER
from benchmark.cli.shared.statistics import (
    json_option,
    metric_option,
    need_statistics,
    points,
    print_json,
    rows_option,
)

if TYPE_CHECKING:
    from benchmark.analysis.studies.decoders import Decoders, DecoderTable, SubsetPair
    from benchmark.analysis.studies.differences_svg import DifferenceBar


@click.command(short_help="Vision models beside their language decoders.")
@rows_option
@click.option(
    "--submissions",
    type=FOLDER,
    default=Path("submissions"),
    show_default=True,
    help="Folder of submissions: <slug>/submission.yaml.",
)
@click.option("--suite", default="evalplus", show_default=True, help="Of tasks that need no picture.")
@click.option("--dataset", default="", help="Only of this data set.")
@click.option("--setting", default="", help="Only of this setting.")
@metric_option
@plot_option
@json_option
def decoders(
    *,
    rows: Path,
    submissions: Path,
    suite: str,
    dataset: str,
    setting: str,
    metric: str,
    plot: Path | None,
    as_json: bool,
) -> None:
    """Compare each vision model with the language model inside it, on tasks that need no picture.

    As in Table 4 of HumanEval-V: HumanEval+ and MBPP+ (suite evalplus). `decoder:` in a model's submission
    names the slug or the name of the decoder's submission. The difference, model minus decoder, is paired:
    the same tasks, with a 95 % interval. The newest row of each counts.

    Reads the submissions and the rows; writes only the plot. Needs the extra `statistics`, no network and no
    keys. Repeating it is safe.
    """
    need_statistics()
    from benchmark.analysis.ranks.subjects import LedgerLookup, matching_rows
    from benchmark.analysis.studies.decoders import decoders as computed
    from benchmark.analysis.studies.differences_svg import plot as drawn
    from benchmark.cli.analyse.metric_options import metrics_of
    from benchmark.cli.shared.suite_names import known_suites
    from benchmark.core.errors import BadInput
    from benchmark.files.atomic import write_atomic
    from benchmark.submissions.folder import read_submissions

    check_plot(plot)
    (chosen,) = metrics_of([metric])
    found = matching_rows(LedgerLookup(rows=rows, suite=suite, dataset=dataset, setting=setting))
    report = computed(read_submissions(submissions, known_suites()), found, chosen)
    if not report.tables:
        problem = f"no model that names a decoder has a row of {suite}"
        raise BadInput(rows, "", problem, "write decoder: in its submission, and evaluate both models")
    if plot is not None:
        write_atomic(plot, drawn("Vision models beside their decoders", _bars(report)).encode("utf-8"))
    if as_json:
        print_json(report)
        return
    for table in report.tables:
        _print(table)


def _bars(report: "Decoders") -> "list[DifferenceBar]":
    from benchmark.analysis.studies.differences_svg import DifferenceBar

    return [
        DifferenceBar(label=model.name, kind=one.subset or "all tasks", difference=one.difference)
        for table in report.tables
        for model in table.models
        for one in model.subsets
        if one.difference is not None
    ]


def _print(table: "DecoderTable") -> None:
    from benchmark.cli.shared.console import output
    from benchmark.cli.shared.tables import plain_table
    from benchmark.core.errors import printable

    console = output()
    console.print(
        f"{table.suite} {table.dataset}, {table.setting}, {table.protocol}, prompt"
        f" {table.prompt or 'not recorded'}: {table.metric} in %, model minus decoder with 95 % interval"
    )
    heads = ("model", "10⁹", "decoder", "10⁹", "tasks", "decoder %", "model %", "difference", "")
    shown = plain_table(*heads, right=(1, 3, 5, 6, 7))
    for model in table.models:
        sizes = [_size(one) for one in (model.parameters_b, model.decoder_parameters_b)]
        for one in model.subsets:
            names = (printable(model.name), sizes[0], printable(model.decoder), sizes[1])
            shown.add_row(*names, one.subset or "all", *_cells(one))
    console.print(shown)
    for model in table.models:
        if model.decoder_slug is None:
            name = printable(model.decoder)
            console.print(f"note: no submission has the slug or the name {name}, decoder of {model.slug}")
        for note in model.notes:
            console.print(f"note: {model.slug}: {note}")


def _cells(one: "SubsetPair") -> tuple[str, str, str, str]:
    from benchmark.analysis.wording import percent

    scores = ("–" if one.decoder is None else percent(one.decoder.value), percent(one.model.value))
    found = one.difference
    if found is None:
        return (*scores, "", "")
    span = f"{points(found.difference)} ({points(found.low)} to {points(found.high)})"
    return (*scores, span, "real" if found.real else "not real")


def _size(parameters_b: float | None) -> str:
    return "" if parameters_b is None else f"{parameters_b:g}"
