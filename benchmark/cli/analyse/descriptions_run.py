"""The work of `sightbench analyse descriptions`."""

from pathlib import Path

from benchmark.analysis.ranks.subjects import LedgerLookup, matching_rows
from benchmark.analysis.studies.descriptions import DescriptionGains, DescriptionTable, descriptions
from benchmark.analysis.studies.differences_svg import DifferenceBar
from benchmark.analysis.studies.differences_svg import plot as draw_plot
from benchmark.analysis.studies.paired_scores import PairedScore
from benchmark.analysis.wording import percent, real_words
from benchmark.cli.analyse.metrics import metrics_of
from benchmark.cli.analyse.options import check_plot
from benchmark.cli.shared.console import output, plain_table, print_json
from benchmark.cli.shared.statistics import points
from benchmark.core.errors import BadInput, printable_text
from benchmark.files.atomic import write_atomic


def run(
    *,
    slugs: tuple[str, ...],
    rows: Path,
    suite: str,
    dataset: str,
    protocol: str,
    metrics: tuple[str, ...],
    plot: Path | None,
    as_json: bool,
) -> None:
    """Compare scores with and without descriptions and print tables; draw a plot if asked."""
    check_plot(plot)
    found = matching_rows(LedgerLookup(rows=rows, suite=suite, dataset=dataset, protocol=protocol), slugs)
    report = descriptions(found, metrics_of(metrics))
    if not report.tables:
        problem = "no model has a row with a description of the picture"
        raise BadInput(
            rows, "", problem, "evaluate a model in a setting with descriptions, too, or name other rows"
        )
    if plot is not None:
        write_atomic(plot, draw_plot("Gain from descriptions", _bars(report)).encode("utf-8"))
    if as_json:
        print_json(report)
        return
    for table in report.tables:
        _print(table)


def _bars(report: DescriptionGains) -> list[DifferenceBar]:
    several = len({(table.suite, table.dataset, table.protocol) for table in report.tables}) > 1
    return [
        DifferenceBar(
            label=model.name,
            kind=f"{words.score.setting} − {table.picture}, {table.metric}"
            + (f", {table.suite} {table.dataset} {table.protocol}" if several else ""),
            difference=words.difference,
        )
        for table in report.tables
        for model in table.models
        for words in model.words
        if words.difference is not None
    ]


def _print(table: DescriptionTable) -> None:
    console = output()
    console.print(
        f"{table.suite} {table.dataset}, {table.protocol}, prompt {table.prompt or 'not recorded'},"
        f" extraction {table.extraction}: {table.metric} in %, gain with 95 % interval"
    )
    heads = [head for name in table.words for head in (name, "gain", "")]
    right = [1] + [column for index in range(len(table.words)) for column in (2 + 3 * index, 3 + 3 * index)]
    rows = plain_table("model", table.picture, *heads, right=right)
    for model in table.models:
        by_setting = {words.score.setting: words for words in model.words}
        cells = [cell for name in table.words for cell in _cells(by_setting.get(name))]
        rows.add_row(
            printable_text(model.name), "–" if model.picture is None else percent(model.picture.value), *cells
        )
    console.print(rows)
    for note in sorted({note for model in table.models for words in model.words for note in words.notes}):
        if "setting" not in note and "prompt" not in note:
            console.print(f"note: {note}")


def _cells(words: PairedScore | None) -> tuple[str, str, str]:
    if words is None:
        return "–", "", ""
    gain = words.difference
    if gain is None:
        return percent(words.score.value), "", ""
    span = f"{points(gain.difference)} ({points(gain.low)} to {points(gain.high)})"
    return percent(words.score.value), span, real_words(real=gain.real, sure=gain.sure)
