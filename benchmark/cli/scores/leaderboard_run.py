"""The work of `sightbench leaderboard`."""

from pathlib import Path

from benchmark.analysis.ranks.pair_cache import PairCache
from benchmark.analysis.ranks.standings import AsOf, Standings, standings
from benchmark.analysis.wording import plural
from benchmark.cli.scores.rank_tables import print_blind, print_ranking, print_within_table
from benchmark.cli.shared.console import output, print_json
from benchmark.cli.shared.say import say_note
from benchmark.cli.shared.tables import kind_table
from benchmark.core.errors import printable_text
from benchmark.results.counted_row import read_counted
from benchmark.results.ledger import check_rows_folder, read_withdrawn


def run(*, rows: Path, as_of: str | None, cache: Path, as_json: bool) -> None:
    """Print the leaderboard."""
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
