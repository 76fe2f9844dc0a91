"""`sightbench leaderboard`: print the tables, of today or of any day."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.analysis.wording import plural
from benchmark.cli.shared.console import output, print_json
from benchmark.cli.shared.options import cache_option, json_option, rows_option
from benchmark.cli.shared.say import say_note
from benchmark.cli.shared.statistics import need_statistics
from benchmark.core.errors import printable_text

if TYPE_CHECKING:
    from benchmark.analysis.ranks.standings import Standings


@click.command()
@rows_option
@click.option("--as-of", help="Show the leaderboard at the end of this day (UTC), such as 2026-01-31.")
@cache_option
@json_option
def command(*, rows: Path, as_of: str | None, cache: Path, as_json: bool) -> None:
    """Print the leaderboard; models that cannot be told apart share their places.

    The leaderboard of any earlier day can be printed, because it follows from the rows alone: rows judged
    later are left out, and a row withdrawn later still counts.

    Reads the rows in --rows. Writes cached comparisons to --cache. Needs the extra `statistics`. Needs no
    network and no keys. Safe to repeat: the output is the same.
    """
    need_statistics()
    from benchmark.analysis.ranks.pair_cache import PairCache
    from benchmark.analysis.ranks.standings import AsOf, standings
    from benchmark.results.counted_row import read_counted
    from benchmark.results.ledger import check_rows_folder, read_withdrawn

    until = None if as_of is None else AsOf(as_of)
    check_rows_folder(rows)
    last = None if until is None else until.last_instant()
    counted = read_counted(rows, cache / "rows", as_of=last)
    report = standings(counted, until, PairCache(cache), read_withdrawn(rows, last))
    if as_json:
        print_json(report)
    else:
        _print(report)
        if not report.rows:
            say_note(f"note: {rows} has no rows; they are in <suite>/<dataset>/<slug>/<id>.json")


def _print(report: Standings) -> None:
    from benchmark.cli.scores.rank_tables import print_blind, print_ranking, print_within_table
    from benchmark.cli.shared.tables import kind_table

    console = output()
    console.print(plural(report.rows, "row") + (f" until {report.as_of}" if report.as_of else ""))
    for suite in report.suites:
        for table in suite.tables:
            console.print()
            if table.ranking is None:
                console.print(f"{suite.suite}: {plural(len(table.baselines), 'baseline')}, no models yet")
            else:
                print_ranking(console, table.ranking)
                print_blind(console, table.models, table.ranking.key)
                if (kinds := kind_table({entry.slug: entry.scores for entry in table.models})) is not None:
                    console.print(kinds)
        if suite.reported:
            console.print(f"{suite.suite}: {plural(len(suite.reported), 'row')} reported in papers")
    print_within_table(console, [table.ranking for suite in report.suites for table in suite.tables])
    if report.withdrawn:
        console.print()
    for row in report.withdrawn:
        name = f"{printable_text(row.name)}, {row.suite} {row.dataset}, row {row.row[:12]}"
        console.print(f"withdrawn {row.date[:10]}: {name}: {printable_text(row.reason)}")
