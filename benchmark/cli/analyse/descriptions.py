"""`sightbench analyse descriptions`: what models gain when the picture is put in words."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.cli.analyse.metric_options import check_plot, metrics_of, metrics_option, plot_option
from benchmark.cli.shared.statistics import json_option, need_statistics, points, print_json, rows_option

if TYPE_CHECKING:
    from benchmark.analysis.studies.descriptions import DescriptionGains, DescriptionTable
    from benchmark.analysis.studies.differences_svg import DifferenceBar
    from benchmark.analysis.studies.paired_scores import PairedScore


@click.command(short_help="What models gain when the picture is put in words.")
@click.argument("slugs", metavar="[SLUG]...", nargs=-1)
@rows_option
@click.option("--suite", default="", help="Only of this suite.")
@click.option("--dataset", default="", help="Only of this data set.")
@click.option("--protocol", default="", help="Only by this protocol.")
@metrics_option
@plot_option
@json_option
def descriptions(
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
    """Compare each model's score with a description of the picture to its score with the picture alone.

    As in Table 3 of HumanEval-V: the setting `image` beside `description` and `image+description` (`V2C`
    beside `GT-T2C`), and in Code-Vision `flowchart` beside `text` and `mermaid`. The gain is paired: the same
    tasks, tasks of one stem together, with a 95 % interval. Compared are rows of the same data set, protocol,
    prompt and rule of extraction; the newest row counts.

    Reads the rows of each SLUG, or of all; writes only the plot. Needs the extra `statistics`, no network and
    no keys. Repeating it is safe.
    """
    need_statistics()
    from benchmark.analysis.ranks.subjects import LedgerLookup, matching_rows
    from benchmark.analysis.studies.descriptions import descriptions as computed
    from benchmark.analysis.studies.differences_svg import plot as drawn
    from benchmark.core.errors import BadInput
    from benchmark.files.atomic import write_atomic

    check_plot(plot)
    found = matching_rows(LedgerLookup(rows=rows, suite=suite, dataset=dataset, protocol=protocol), slugs)
    report = computed(found, metrics_of(metrics))
    if not report.tables:
        problem = "no model has rows with the picture put in words"
        raise BadInput(rows, "", problem, "evaluate a model in such a setting too, or name other rows")
    if plot is not None:
        write_atomic(plot, drawn("Gain from words", _bars(report)).encode("utf-8"))
    if as_json:
        print_json(report)
        return
    for table in report.tables:
        _print(table)


def _bars(report: "DescriptionGains") -> "list[DifferenceBar]":
    from benchmark.analysis.studies.differences_svg import DifferenceBar

    several = len({(one.suite, one.dataset, one.protocol) for one in report.tables}) > 1
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


def _print(table: "DescriptionTable") -> None:
    from benchmark.analysis.wording import percent
    from benchmark.cli.shared.console import output
    from benchmark.cli.shared.tables import plain_table
    from benchmark.core.errors import printable

    console = output()
    console.print(
        f"{table.suite} {table.dataset}, {table.protocol}, prompt {table.prompt or 'not recorded'},"
        f" extraction {table.extraction}: {table.metric} in %, gain with 95 % interval"
    )
    heads = [head for name in table.words for head in (name, "gain", "")]
    right = [1] + [column for index in range(len(table.words)) for column in (2 + 3 * index, 3 + 3 * index)]
    shown = plain_table("model", table.picture, *heads, right=right)
    for model in table.models:
        by_setting = {words.score.setting: words for words in model.words}
        cells = [cell for name in table.words for cell in _cells(by_setting.get(name))]
        shown.add_row(
            printable(model.name), "–" if model.picture is None else percent(model.picture.value), *cells
        )
    console.print(shown)
    for note in sorted({note for model in table.models for words in model.words for note in words.notes}):
        if "setting" not in note and "prompt" not in note:
            console.print(f"note: {note}")


def _cells(words: "PairedScore | None") -> tuple[str, str, str]:
    from benchmark.analysis.wording import percent

    if words is None:
        return "–", "", ""
    one = words.difference
    if one is None:
        return percent(words.score.value), "", ""
    span = f"{points(one.difference)} ({points(one.low)} to {points(one.high)})"
    return percent(words.score.value), span, "real" if one.real else "not real"
