"""`sightbench compare`: compare two models on the same tasks."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.analysis.wording import p_value, real_words
from benchmark.cli.shared.console import output, plain_table, print_json
from benchmark.cli.shared.options import (
    SETTING,
    json_option,
    metric_option,
    plot_option,
    rows_option,
    tasks_options,
)
from benchmark.scoring.installed import need_statistics

if TYPE_CHECKING:
    from benchmark.analysis.ranks.comparison import ComparisonReport

# After \b, click keeps the lines as they are, instead of joining them.
_EXAMPLES = """\b
Examples:
  sightbench compare gpt-4o minicpm-v-2-6 --rows results
  sightbench compare a.jsonl.gz b.jsonl.gz --tasks tasks.jsonl --json
"""


@click.command(epilog=_EXAMPLES)
@click.argument("a", metavar="A")
@click.argument("b", metavar="B")
@metric_option
@rows_option
@tasks_options
@click.option("--setting", type=SETTING, default="", help="Setting of the rows, if a slug has several.")
@click.option("--protocol", default="", help="Protocol of the rows, if a slug has several.")
@click.option(
    "--common", is_flag=True, help="If tasks or versions differ, compare the tasks with common ids."
)
@plot_option
@json_option
def command(
    *,
    a: str,
    b: str,
    metric: str,
    rows: Path,
    tasks: tuple[Path, ...],
    suite: str,
    dataset: str,
    setting: str,
    protocol: str,
    common: bool,
    plot: Path | None,
    as_json: bool,
) -> None:
    """Compare A with B on the tasks that both have: is the difference real?

    A and B are each a row file, a verdict file of `sightbench evaluate`, or a slug with rows in --rows (the
    newest one counts). Prints the difference with its 95 % interval and p-value, over all tasks and by
    category; tasks of one stem stay together. For single tasks with one draw, the p-value is exact. In suites
    about pictures, also prints the score of each model without the picture. Refuses rows whose tasks or
    judging versions differ, unless --common is given.

    Reads these files, and the tasks of verdict files; writes only --plot. Needs the extra `statistics`, and
    `figure` for --plot. Needs no network and no keys. Safe to repeat.
    """
    need_statistics()
    from benchmark.analysis.forest_plot import check_plot, comparison_panel, write_plot
    from benchmark.analysis.ranks.comparison import full_comparison
    from benchmark.analysis.ranks.subjects import LedgerLookup, find_subjects
    from benchmark.pipeline.sources import tasks_of

    if plot is not None:
        check_plot(plot)
    lookup = LedgerLookup(rows=rows, suite=suite, dataset=dataset, setting=setting, protocol=protocol)
    # A row (.json) contains its stems; a verdict file needs the tasks for them.
    by_file = any(Path(name).suffix != ".json" and Path(name).exists() for name in (a, b))
    known = tasks_of(tasks, suite, dataset) if by_file else None
    first, second = find_subjects((a, b), lookup, known)
    report = full_comparison(first, second, metric, common=common)
    if plot is not None:
        write_plot(plot, [comparison_panel(report)])
    if as_json:
        print_json(report)
    else:
        _print(report)


def _print(report: ComparisonReport) -> None:
    from benchmark.analysis.ranks.blind import blind_text
    from benchmark.analysis.ranks.comparison import lines_below, sentence
    from benchmark.analysis.score_cells import category_words, value_text, words_of

    console = output()
    a, b = report.a.name, report.b.name
    for side in (report.a, report.b):
        console.print(f"{side.name}: {report.metric} {value_text(side.score)}")
        if side.blind is not None:
            console.print(f"  {blind_text(side.blind)}")
    for note in report.notes:
        console.print(f"note: {note}")
    console.print(sentence(report))
    words = words_of(report.a.score.scale)
    graded = report.a.score.scale == "points"
    unit = "points, 1 to 10" if graded else "points"
    table = plain_table(f"{a} minus {b}", unit, "interval", "p", "", "tasks", "stems", right=(1, 3, 5, 6))
    for difference in (report.overall, *report.categories):
        name = category_words(difference.category) or "all tasks"
        table.add_row(
            name if not difference.category else f"  {name}",
            words.signed(difference.difference),
            f"{words.signed(difference.low)} to {words.signed(difference.high)}",
            p_value(difference.p),
            real_words(real=difference.real, sure=difference.sure),
            str(difference.tasks),
            str(difference.stems),
        )
    console.print(table)
    for line in lines_below(report):
        console.print(line)
