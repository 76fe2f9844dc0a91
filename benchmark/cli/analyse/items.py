"""`sightbench analyse items`: estimate how difficult the tasks of a table are."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.analysis.wording import join_some, plural, task_name
from benchmark.cli.shared.console import output, print_tables
from benchmark.cli.shared.options import cache_option, ledger_options, preset_option
from benchmark.core.suite_facts import TitledTable

if TYPE_CHECKING:
    from benchmark.analysis.ranks.subjects import LedgerLookup
    from benchmark.analysis.studies.difficulties import ItemReport

_NAMED = 10  #: maximum tasks that a sentence names; the sentence counts the others


@click.command()
@ledger_options
@preset_option("--most", type=click.IntRange(1), default=10, help="Print this many of the hardest tasks.")
@cache_option
def command(*, ledger: LedgerLookup, most: int, cache: Path) -> None:
    """Estimate the difficulty of every task from the rows of each table.

    A Rasch model: the chance of solving a task depends on the model's ability minus the task's difficulty,
    and tasks of one stem are alike. Both are in logits: 0 is the mean difficulty, and a model whose ability
    equals the difficulty solves the task in half of its attempts. Also names the tasks that all or no models
    solve.

    Tables of fewer than two models are left out. A figure counts as solved if it equals the reference.

    Reads the rows in --rows; writes only --cache. Needs the extra `statistics`. Needs no network and no keys.
    Safe to repeat.
    """
    from benchmark.analysis.groups import group_rows
    from benchmark.analysis.ranks.subjects import table_name
    from benchmark.analysis.studies.difficulties import MIN_MODELS, difficulties, item_report
    from benchmark.results.counted_row import read_counted
    from benchmark.results.ledger import check_rows_folder

    check_rows_folder(ledger.rows)
    rows = (entry for entry in read_counted(ledger.rows, cache / "rows") if ledger.matches(entry.row))
    counted = {entry.row.id: entry for entry in rows}
    left_out = []
    groups = group_rows(entry.row for entry in counted.values()).values()
    # A suite has a table for each setting, protocol and digest of tasks.
    for group in (group for same in groups for group in same):
        if len(group.models) < MIN_MODELS:
            left_out.append(table_name(group.key))
            continue
        counts = [counted[row.id].counts for row in group.models]
        found = difficulties([row.id for row in group.models], counts, cache)
        print_tables(*_tables(item_report(group, counts, found), most))
    if len(left_out) == sum(map(len, groups)):
        output().print("no table has two models")
    if left_out:
        output().print(f"left out, because they have fewer than two models: {join_some(left_out, _NAMED)}")


def _tables(table: ItemReport, most: int) -> Iterator[TitledTable]:
    key, models = table.key, table.models
    sizes = f"{plural(len(table.items), 'task')}, {plural(len(models), 'model')}"
    title = f"{key.suite} {key.dataset}, {key.setting}, {key.protocol}: {sizes}"
    tasks = [
        (
            task_name(item.task),
            f"{item.difficulty:.1f}",
            f"{item.models} of {len(models)}",
        )
        for item in table.items[:most]
    ]
    yield TitledTable(title, ("task", "difficulty", "solved by"), tasks)
    abilities = [
        (
            model.slug,
            # Adding 0.0 turns -0.0 into 0.0.
            f"{round(model.ability, 1) + 0.0:.1f}",
        )
        for model in models
    ]
    notes = [
        f"{before}{plural(len(names), 'task')}: {join_some(list(map(task_name, names)), _NAMED)}"
        for before, names in (
            ("no model solved ", table.unsolved),
            ("every model solved ", table.solved_by_all),
        )
        if names
    ]
    yield TitledTable("", ("model", "ability"), abilities, (*notes, ""))
