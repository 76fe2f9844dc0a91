"""`sightbench compare`: two models on the same tasks."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.cli.shared.statistics import (
    chance,
    json_option,
    metric_option,
    need_statistics,
    points,
    print_json,
    rows_option,
    tasks_of,
    tasks_options,
)

if TYPE_CHECKING:
    from benchmark.analysis.ranks.comparison_report import Comparison, Difference

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
@click.option("--setting", default="", help="Of rows that are named by slug, where there are several.")
@click.option("--protocol", default="", help="Likewise.")
@click.option("--common", is_flag=True, help="Where sets of tasks or versions differ, compare common ids.")
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
    as_json: bool,
) -> None:
    """Compare A with B on the tasks that both have: is the difference real?

    A and B are each a row file, a verdict file of `sightbench evaluate`, or a slug with rows below --rows
    (the newest one counts). Prints the difference with its 95 % interval and p-value, over all tasks and by
    category; tasks of one stem stay together. In a suite about pictures, what each solves without the picture
    stands beside its score. With one draw a task the p-value is exact. Rows whose tasks or
    judging versions differ are refused unless --common is given.

    Reads these files and the tasks of verdict files; writes nothing. Needs the extra `statistics`, no
    network and no keys. Repeating it is safe.
    """
    need_statistics()
    from benchmark.analysis.ranks.comparison import compare_subjects, with_blind_scores
    from benchmark.analysis.ranks.subjects import LedgerLookup, find_subjects, metric_of

    in_ledger = LedgerLookup(rows=rows, suite=suite, dataset=dataset, setting=setting, protocol=protocol)
    by_file = any(Path(name).suffix != ".json" and Path(name).exists() for name in (a, b))
    known = tasks_of(tasks, suite, dataset) if by_file else None
    first, second = find_subjects((a, b), in_ledger, known)
    chosen = metric_of(metric, [first.counts, second.counts])
    report = with_blind_scores(compare_subjects(first, second, chosen, common=common), first, second)
    if as_json:
        print_json(report)
    else:
        _print(report)


def _print(report: "Comparison") -> None:
    from benchmark.cli.shared.console import output
    from benchmark.cli.shared.tables import blind_text, plain_table, value_text

    console = output()
    a, b = report.a.name, report.b.name
    for side in (report.a, report.b):
        console.print(f"{side.name}: {report.metric} {value_text(side.score)}")
        if side.blind is not None:
            console.print(f"  {blind_text(side.blind)}")
    for note in report.notes:
        console.print(f"note: {note}")
    console.print(_sentence(report))
    graded = report.a.score.scale == "points"
    scale = 1.0 if graded else 100.0
    unit = "points, 1 to 10" if graded else "points"
    table = plain_table(f"{a} minus {b}", unit, "interval", "p", "", "tasks", "stems", right=(1, 3, 5, 6))
    for one in (report.overall, *report.categories):
        name = " ".join(part.partition(":")[2] for part in one.category.split("/")) or "all tasks"
        table.add_row(
            name if not one.category else f"  {name}",
            points(one.difference, scale),
            f"{points(one.low, scale)} to {points(one.high, scale)}",
            chance(one.p),
            "real" if one.real else "not real",
            str(one.tasks),
            str(one.stems),
        )
    console.print(table)
    for line in _below(report, scale):
        console.print(line)


def _sentence(report: "Comparison") -> str:
    one = report.overall
    if one.difference == 0:
        return f"{report.a.name} and {report.b.name} are level."
    ahead, behind = (report.a, report.b) if one.difference > 0 else (report.b, report.a)
    size = points(abs(one.difference), 1.0 if report.a.score.scale == "points" else 100.0).lstrip("+")
    if one.real:
        return f"{ahead.name} leads {behind.name} by {size} points, and the lead is real."
    return f"{ahead.name} is {size} points ahead of {behind.name}, but the lead is not real yet."


def _below(report: "Comparison", scale: float) -> list[str]:
    from benchmark.analysis.wording import plural

    one: Difference = report.overall
    lines = []
    if report.tasks is not None:
        found = report.tasks
        lines.append(
            f"tasks: {found.both} by both, {found.only_a} only by {report.a.name}, {found.only_b} only by"
            f" {report.b.name}, {found.neither} by neither"
        )
    if one.left_out:
        lines.append(f"left out: {plural(one.left_out, 'task')} that only one of them has a value for")
    if one.worst is not None and one.best is not None:
        span = f"{points(one.worst, scale)} to {points(one.best, scale)}"
        lines.append(f"missing samples could make the difference {span}")
    if one.visible is None:
        stems = plural(one.stems, "stem")
        lines.append(f"{stems} {'is' if one.stems == 1 else 'are'} too few to show any gap, however large")
    else:
        gap = points(one.visible, scale).lstrip("+")
        lines.append(f"a gap under about {gap} points can go unseen on these tasks")
    if any(each.level > one.level for each in report.categories):
        lines.append("intervals of categories are wider: several looks find something by luck more often")
    return lines
