"""`sightbench analyse items`: estimate how difficult the tasks of a table are."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.analysis.wording import join_some, percent, plural, task_name
from benchmark.cli.shared.console import output, plain_table, print_json
from benchmark.cli.shared.options import SETTING, cache_option, json_option, rows_option
from benchmark.cli.shared.statistics import need_statistics

if TYPE_CHECKING:
    from benchmark.analysis.studies.item_report import ItemReport

_NAMED = 10  #: tasks that a sentence names; it counts the others


@click.command()
@rows_option
@click.option("--suite", default="", help="Only rows of this suite.")
@click.option("--dataset", default="", help="Only rows of this data set.")
@click.option("--setting", type=SETTING, default="", help="Only rows of this setting.")
@click.option(
    "--most",
    type=click.IntRange(1),
    default=10,
    show_default=True,
    help="Print this many of the hardest tasks.",
)
@cache_option
@json_option
def command(
    *, rows: Path, suite: str, dataset: str, setting: str, most: int, cache: Path, as_json: bool
) -> None:
    """Estimate the difficulty of every task, with a 95 % interval, from the rows of each table.

    A Rasch model: the chance of solving a task depends on the model's ability minus the task's difficulty,
    and tasks of one stem are alike. Both are in logits: 0 is the mean difficulty, and a model whose ability
    equals the difficulty solves the task every second time. Also names the tasks that all or no models
    solve, and says how much of a score's variance comes from drawing answers instead of from the tasks.

    Tables of fewer than two models are left out. A figure is solved if it has no difference.

    Reads the rows in --rows; writes only --cache. Needs the extra `statistics`. Needs no network and no keys.
    Safe to repeat.
    """
    need_statistics()
    from benchmark.analysis.groups import group_rows
    from benchmark.analysis.ranks.subjects import LedgerLookup, table_name
    from benchmark.analysis.studies.difficulty_cache import difficulties
    from benchmark.analysis.studies.item_report import MIN_MODELS, ItemReports, item_report
    from benchmark.results.counted_row import read_counted
    from benchmark.results.ledger import check_rows_folder

    check_rows_folder(rows)
    ledger = LedgerLookup(rows=rows, suite=suite, dataset=dataset, setting=setting)
    counted = {
        entry.row.id: entry for entry in read_counted(rows, cache / "rows") if ledger.matches(entry.row)
    }
    tables, left_out = [], []
    for groups in group_rows(entry.row for entry in counted.values()).values():
        for group in groups:
            if len(group.models) < MIN_MODELS:
                left_out.append(table_name(group.key))
                continue
            counts = [counted[row.id].counts for row in group.models]
            found = difficulties([row.id for row in group.models], counts, cache)
            tables.append(item_report(group, counts, found))
    if as_json:
        print_json(ItemReports(tables=tables, left_out=left_out))
        return
    console = output()
    for table in tables:
        _print_table(table, most)
    if not tables:
        console.print("no table has two models")
    if left_out:
        console.print(f"left out, because they have fewer than two models: {join_some(left_out, _NAMED)}")


def _print_table(table: ItemReport, most: int) -> None:
    console = output()
    console.print(
        f"{table.suite} {table.dataset}, {table.setting}, {table.protocol}: "
        f"{plural(len(table.items), 'task')}, {plural(len(table.models), 'model')}"
    )
    shown = plain_table("task", "difficulty", "95 %", "solved by", right=(1, 2, 3))
    for item in table.items[:most]:
        shown.add_row(
            task_name(item.task),
            f"{item.difficulty:.1f}",
            f"{item.low:.1f} to {item.high:.1f}",
            f"{item.models} of {len(table.models)}",
        )
    console.print(shown)
    abilities = plain_table(
        "model", "ability", "error of pass@1", "of its variance from draws", right=(1, 2, 3)
    )
    for model in table.models:
        share = "one draw" if model.draws_share is None else f"{percent(model.draws_share)} %"
        error = "no verdict" if model.error is None else f"{percent(model.error)} %"
        abilities.add_row(model.slug, f"{round(model.ability, 1) + 0.0:.1f}", error, share)
    console.print(abilities)
    for before, names in (("no model solved ", table.unsolved), ("every model solved ", table.solved_by_all)):
        if names:
            tasks = join_some([task_name(name) for name in names[:_NAMED]] + names[_NAMED:], _NAMED)
            console.print(f"{before}{plural(len(names), 'task')}: {tasks}")
    console.print()
