"""`sightbench rank`: tables with places that the verdicts allow."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.cli.shared.options import PATH
from benchmark.cli.shared.statistics import (
    cache_option,
    json_option,
    metric_option,
    need_statistics,
    print_json,
    rows_option,
    tasks_of,
    tasks_options,
)

if TYPE_CHECKING:
    from benchmark.analysis.ranks.ranking import ComparedRanking
    from benchmark.analysis.ranks.ranking_report import Ranking


@click.command()
@click.argument("verdicts", nargs=-1, type=PATH)
@rows_option
@metric_option
@click.option(
    "--category",
    "categories",
    multiple=True,
    help="A table of these tasks only, such as subset:math; may be repeated. All tasks by default.",
)
@tasks_options
@cache_option
@click.option("--pairs", is_flag=True, help="With --json: every pair, not only neighbours.")
@json_option
def command(
    *,
    verdicts: tuple[Path, ...],
    rows: Path,
    metric: str,
    categories: tuple[str, ...],
    tasks: tuple[Path, ...],
    suite: str,
    dataset: str,
    cache: Path,
    pairs: bool,
    as_json: bool,
) -> None:
    """Rank the models of every table: the places that the verdicts allow, never a bare one.

    Compares all pairs of models on the tasks that both have, stems kept whole, and adjusts for the number of
    pairs (Holm), so that all places of a table hold at once, 95 times in 100. Names the groups that cannot be
    told apart and the smallest difference that could have been seen.

    Reads the rows below --rows, those of --suite and --dataset if given; or VERDICTS..., each file a model,
    with --tasks or --suite to know their stems. Writes what it computed for rows to --cache, by their ids:
    with a new row only its pairs are compared. Needs the extra `statistics`, no network and no keys.
    Repeating it is safe and gives the same bytes.
    """
    need_statistics()
    from benchmark.analysis.ranks.pair_cache import PairCache
    from benchmark.analysis.ranks.ranking_report import RankingReport
    from benchmark.analysis.ranks.rankings import RankingOptions, rank_rows, rank_subjects
    from benchmark.analysis.ranks.subjects import LedgerLookup, subject_from_file
    from benchmark.analysis.wording import plural
    from benchmark.results.counted_row import read_counted

    asked = RankingOptions(metric=metric, categories=categories or ("",))
    if verdicts:
        known = tasks_of(tasks, suite, dataset)
        found = rank_subjects([subject_from_file(path, known) for path in verdicts], asked)
    else:
        ledger = LedgerLookup(rows=rows, suite=suite, dataset=dataset)
        counted = read_counted(_checked(rows, tasks), cache / "rows")
        ranked = rank_rows(counted, asked, PairCache(cache), wanted=ledger.matches)
        for name in ranked.left_out:
            click.echo(f"note: {name} has too few samples for {metric}", err=True)
        found = ranked.tables
    click.echo(f"{plural(sum(one.compared for one in found), 'pair')} compared", err=True)
    tables = [_with_pairs(one) if pairs else one.ranking for one in found]
    if as_json:
        print_json(RankingReport(tables=tables))
    else:
        _print(tables)


def _checked(rows: Path, tasks: tuple[Path, ...]) -> Path:
    from benchmark.core.errors import BadInput

    if tasks:
        raise BadInput("--tasks", "", "goes with verdict files; rows know their stems", "leave it out")
    if not rows.is_dir():
        raise BadInput(rows, "", "is no folder of rows", "name one with --rows, or name verdict files")
    return rows


def _with_pairs(one: "ComparedRanking") -> "Ranking":
    return one.ranking.model_copy(update={"every_pair": one.pairs.every()})


def _print(tables: "list[Ranking]") -> None:
    from benchmark.cli.scores.rank_tables import print_ranking
    from benchmark.cli.shared.console import output

    console = output()
    if not tables:
        console.print("no table: no row of a model")
    for number, table in enumerate(tables):
        if number:
            console.print()
        print_ranking(console, table)
