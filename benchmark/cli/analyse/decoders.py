"""`sightbench analyse decoders`: compare vision models with their language decoders."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.analysis.wording import percent, real_words
from benchmark.cli.shared.console import output, plain_table, print_json
from benchmark.cli.shared.options import FOLDER, SETTING, json_option, metric_option, rows_option
from benchmark.cli.shared.statistics import need_statistics, points
from benchmark.core.errors import BadInput, printable_text

if TYPE_CHECKING:
    from benchmark.analysis.studies.decoders import DecoderTable, SubsetPair


@click.command()
@rows_option
@click.option(
    "--submissions",
    type=FOLDER,
    default=Path("submissions"),
    show_default=True,
    help="Folder of submissions, <slug>/submission.yaml.",
)
@click.option("--suite", default="evalplus", show_default=True, help="Suite whose tasks need no picture.")
@click.option("--dataset", default="", help="Only rows of this data set.")
@click.option("--setting", type=SETTING, default="", help="Only rows of this setting.")
@metric_option
@json_option
def command(
    *,
    rows: Path,
    submissions: Path,
    suite: str,
    dataset: str,
    setting: str,
    metric: str,
    as_json: bool,
) -> None:
    """Compare each vision model with the language model inside it, on tasks that need no picture.

    Like Table 4 of HumanEval-V, uses HumanEval+ and MBPP+ (suite evalplus). The field `decoder` of a model's
    submission names the slug or the name of the decoder's submission. Prints the difference, model minus
    decoder, on the same tasks, with a 95 % interval. Uses the newest row of each.

    Reads the submissions and the rows; writes nothing. Needs the extra `statistics`. Needs no network
    and no keys. Safe to repeat.
    """
    need_statistics()
    from benchmark.analysis.ranks.subjects import LedgerLookup, matching_rows
    from benchmark.analysis.studies.decoders import decoders
    from benchmark.cli.analyse.metrics import metrics_of
    from benchmark.cli.shared.suite_names import known_suites
    from benchmark.submissions.folder import read_submissions

    (chosen,) = metrics_of([metric])
    found = matching_rows(LedgerLookup(rows=rows, suite=suite, dataset=dataset, setting=setting))
    report = decoders(read_submissions(submissions, known_suites()), found, chosen)
    if not report.tables:
        problem = f"no model with a decoder has a row of {suite}"
        raise BadInput(
            rows, "", problem, "set the field decoder in the model's submission, and evaluate both models"
        )
    if as_json:
        print_json(report)
        return
    for table in report.tables:
        _print(table)


def _print(table: DecoderTable) -> None:
    console = output()
    console.print(
        f"{table.suite} {table.dataset}, {table.setting}, {table.protocol}, prompt"
        f" {table.prompt or 'not recorded'}: {table.metric} in %, model minus decoder with 95 % interval"
    )
    heads = ("model", "10⁹", "decoder", "10⁹", "tasks", "decoder %", "model %", "difference", "")
    rows = plain_table(*heads, right=(1, 3, 5, 6, 7))
    for model in table.models:
        sizes = [_size_text(size) for size in (model.parameters_b, model.decoder_parameters_b)]
        for pair in model.subsets:
            names = (printable_text(model.name), sizes[0], printable_text(model.decoder), sizes[1])
            rows.add_row(*names, pair.subset or "all", *_cells(pair))
    console.print(rows)
    for model in table.models:
        if model.decoder_slug is None:
            name = printable_text(model.decoder)
            console.print(
                f"note: {name}, the decoder of {model.slug}, is not the slug or name of a submission"
            )
        for note in model.notes:
            console.print(f"note: {model.slug}: {note}")


def _cells(pair: SubsetPair) -> tuple[str, str, str, str]:
    scores = ("–" if pair.decoder is None else percent(pair.decoder.value), percent(pair.model.value))
    difference = pair.difference
    if difference is None:
        return (*scores, "", "")
    span = f"{points(difference.difference)} ({points(difference.low)} to {points(difference.high)})"
    return (*scores, span, real_words(real=difference.real, sure=difference.sure))


def _size_text(parameters_b: float | None) -> str:
    return "" if parameters_b is None else f"{parameters_b:g}"
