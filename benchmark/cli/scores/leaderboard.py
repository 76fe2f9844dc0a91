"""`sightbench leaderboard`: the tables, as of now or of any day."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.cli.shared.statistics import (
    cache_option,
    json_option,
    need_statistics,
    print_json,
    rows_option,
)

if TYPE_CHECKING:
    from benchmark.analysis.ranks.standings import Standings


@click.command()
@rows_option
@click.option("--as-of", help="Leave out what was judged later: 2026-01-31 (that day included, UTC).")
@cache_option
@json_option
def command(rows: Path, as_of: str | None, cache: Path, as_json: bool) -> None:
    """Print the leaderboard that the rows make, with the places that the verdicts allow.

    It follows from the rows alone, so the leaderboard of any earlier day can be had; a row that was withdrawn
    counts until that day. Reads the rows below --rows; writes what it computed to --cache, by their ids.
    Needs the extra `statistics`, no network and no keys. Repeating it is safe and gives the same bytes.
    """
    need_statistics()
    from benchmark.analysis.ranks.pair_cache import PairCache
    from benchmark.analysis.ranks.standings import AsOf, standings
    from benchmark.core.errors import BadInput
    from benchmark.results.counted_row import read_counted
    from benchmark.results.ledger import read_withdrawn

    until = None if as_of is None else AsOf(as_of)
    if not rows.is_dir():
        raise BadInput(rows, "", "is no folder of rows", "name one with --rows")
    last = None if until is None else until.last_instant()
    counted = read_counted(rows, cache / "rows", as_of=last)
    report = standings(counted, until, PairCache(cache), read_withdrawn(rows, last))
    if as_json:
        print_json(report)
    else:
        _print(report)


def _print(report: "Standings") -> None:
    from benchmark.analysis.wording import plural
    from benchmark.cli.scores.rank_tables import print_blind, print_ranking
    from benchmark.cli.shared.console import output
    from benchmark.core.errors import printable

    console = output()
    console.print(plural(report.rows, "row") + (f" until {report.as_of}" if report.as_of else ""))
    for suite in report.suites:
        for table in suite.tables:
            console.print()
            if table.ranking is None:
                console.print(f"{suite.suite}: {plural(len(table.baselines), 'baseline')} and no model yet")
            else:
                print_ranking(console, table.ranking)
                print_blind(console, table.models, table.ranking.key)
        if suite.reported:
            console.print(f"{suite.suite}: {plural(len(suite.reported), 'row')} as reported in papers")
    if report.withdrawn:
        console.print()
    for one in report.withdrawn:
        named = f"{printable(one.name)}, {one.suite} {one.dataset}, row {one.row[:12]}"
        console.print(f"withdrawn {one.date[:10]}: {named}: {printable(one.reason)}")
