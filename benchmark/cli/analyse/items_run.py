"""The work of `sightbench analyse items`."""

from pathlib import Path

from benchmark.analysis.groups import group_rows
from benchmark.analysis.ranks.subjects import LedgerLookup, table_name
from benchmark.analysis.studies.difficulty_cache import difficulties
from benchmark.analysis.studies.item_report import (
    MIN_MODELS,
    ItemDifficulty,
    ItemReport,
    ItemReports,
    item_report,
)
from benchmark.analysis.wording import join_some, percent, plural, task_name
from benchmark.cli.shared.console import output, plain_table, print_json
from benchmark.results.counted_row import read_counted
from benchmark.results.ledger import check_rows_folder
from benchmark.scoring.discrimination import MIN_MODELS as SLOPE_MODELS
from benchmark.scoring.item_estimates import MIN_STEMS, MIN_TASKS

_NAMED = 10  #: tasks that a sentence names; it counts the others


def run(*, rows: Path, suite: str, dataset: str, setting: str, most: int, cache: Path, as_json: bool) -> None:
    """Estimate the difficulties of the tasks of all tables and print them."""
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
    known = any(item.discrimination is not None for item in table.items)
    heads = ("discrimination", "95 %") if known else ()
    shown = plain_table("task", "difficulty", "95 %", "solved by", *heads, right=(1, 2, 3, 4, 5))
    for item in table.items[:most]:
        shown.add_row(
            task_name(item.task),
            f"{item.difficulty:.1f}",
            f"{item.low:.1f} to {item.high:.1f}",
            f"{item.models} of {len(table.models)}",
            *_discrimination(item),
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
    for before, after, names in (
        ("no model solved ", "", table.unsolved),
        ("every model solved ", "", table.solved_by_all),
        ("", " that stronger models do not clearly solve more often", table.flat),
    ):
        if names:
            tasks = join_some([task_name(name) for name in names[:_NAMED]] + names[_NAMED:], _NAMED)
            console.print(f"{before}{plural(len(names), 'task')}{after}: {tasks}")
    if not known:
        console.print(_too_few(table))
    console.print()


def _discrimination(item: ItemDifficulty) -> tuple[str, ...]:
    low, high = item.discrimination_low, item.discrimination_high
    if item.discrimination is None or low is None or high is None:
        return ()
    text, low_text, high_text = (f"{round(value, 1) + 0.0:.1f}" for value in (item.discrimination, low, high))
    return (text, f"{low_text} to {high_text}")


def _too_few(table: ItemReport) -> str:
    """Return why a table has no discriminations."""
    stems = len({item.stem for item in table.items})
    return (
        f"discrimination needs {SLOPE_MODELS} models, {MIN_TASKS} tasks and {MIN_STEMS} stems;"
        f" this table has {len(table.models)}, {len(table.items)} and {stems}"
    )
