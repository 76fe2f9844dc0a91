"""The work of `sightbench analyse decoders`."""

from pathlib import Path

from benchmark.analysis.ranks.subjects import LedgerLookup, matching_rows
from benchmark.analysis.studies.decoders import Decoders, DecoderTable, SubsetPair, decoders
from benchmark.analysis.studies.differences_svg import DifferenceBar
from benchmark.analysis.studies.differences_svg import plot as draw_plot
from benchmark.analysis.wording import percent, real_words
from benchmark.cli.analyse.metrics import metrics_of
from benchmark.cli.analyse.options import check_plot
from benchmark.cli.shared.console import output, plain_table, print_json
from benchmark.cli.shared.statistics import points
from benchmark.cli.shared.suite_names import known_suites
from benchmark.core.errors import BadInput, printable_text
from benchmark.files.atomic import write_atomic
from benchmark.submissions.folder import read_submissions


def run(
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
    """Compare models with their decoders and print tables; draw a plot if asked."""
    check_plot(plot)
    (chosen,) = metrics_of([metric])
    found = matching_rows(LedgerLookup(rows=rows, suite=suite, dataset=dataset, setting=setting))
    report = decoders(read_submissions(submissions, known_suites()), found, chosen)
    if not report.tables:
        problem = f"no model with a decoder has a row of {suite}"
        raise BadInput(
            rows, "", problem, "set the field decoder in the model's submission, and evaluate both models"
        )
    if plot is not None:
        write_atomic(plot, draw_plot("Vision models and their decoders", _bars(report)).encode("utf-8"))
    if as_json:
        print_json(report)
        return
    for table in report.tables:
        _print(table)


def _bars(report: Decoders) -> list[DifferenceBar]:
    return [
        DifferenceBar(label=model.name, kind=pair.subset or "all tasks", difference=pair.difference)
        for table in report.tables
        for model in table.models
        for pair in model.subsets
        if pair.difference is not None
    ]


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
