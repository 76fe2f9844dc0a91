"""`sightbench analyse descriptions`: measure what models gain from a description of the picture."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.analysis.wording import percent, real_words
from benchmark.cli.shared.console import output, plain_table, print_json
from benchmark.cli.shared.options import json_option, rows_option
from benchmark.cli.shared.statistics import need_statistics, points
from benchmark.core.errors import BadInput, printable_text

if TYPE_CHECKING:
    from benchmark.analysis.studies.descriptions import DescriptionTable
    from benchmark.analysis.studies.paired_scores import PairedScore


@click.command()
@click.argument("slugs", metavar="[SLUG]...", nargs=-1)
@rows_option
@click.option("--suite", default="", help="Only rows of this suite.")
@click.option("--dataset", default="", help="Only rows of this data set.")
@click.option("--protocol", default="", help="Only rows of this protocol.")
@click.option(
    "--metric",
    "metrics",
    multiple=True,
    help="Metric, such as pass@1; may be repeated. By default pass@1, and pass@10 where there are enough"
    " samples.",
)
@json_option
def command(
    *,
    slugs: tuple[str, ...],
    rows: Path,
    suite: str,
    dataset: str,
    protocol: str,
    metrics: tuple[str, ...],
    as_json: bool,
) -> None:
    """Compare each model's score with a description of the picture with its score on the picture alone.

    Like Table 3 of HumanEval-V, compares the setting `image` with `description` and `image+description`, and
    `V2C` with `GT-T2C`; in Code-Vision, compares `flowchart` with `text` and `mermaid`. The gain is measured
    on the same tasks, keeps tasks of one stem together, and has a 95 % interval. Only rows with the same data
    set, protocol, prompt and extraction rule are compared; the newest row counts.

    Reads the rows of each SLUG, or all rows; writes nothing. Needs the extra `statistics`. Needs no
    network and no keys. Safe to repeat.
    """
    need_statistics()
    from benchmark.analysis.ranks.subjects import LedgerLookup, matching_rows
    from benchmark.analysis.studies.descriptions import descriptions
    from benchmark.cli.analyse.metrics import metrics_of

    found = matching_rows(LedgerLookup(rows=rows, suite=suite, dataset=dataset, protocol=protocol), slugs)
    report = descriptions(found, metrics_of(metrics))
    if not report.tables:
        problem = "no model has a row with a description of the picture"
        raise BadInput(
            rows, "", problem, "evaluate a model in a setting with descriptions, too, or name other rows"
        )
    if as_json:
        print_json(report)
        return
    for table in report.tables:
        _print(table)


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
