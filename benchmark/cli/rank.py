"""`sightbench rank`: rank models by statistical comparison."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.analysis.wording import plural
from benchmark.cli.shared.console import output, print_json
from benchmark.cli.shared.options import (
    FOLDER,
    PATH,
    json_option,
    metric_option,
    plot_option,
    rows_option,
    tasks_options,
)
from benchmark.cli.shared.say import say_note
from benchmark.core.errors import BadInput
from benchmark.scoring.installed import need_statistics

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
    help="Rank only on tasks of this category, such as subset:math, or after:2023-08 for those published"
    " after that month; may be repeated. By default all tasks.",
)
@tasks_options
@click.option(
    "--cache",
    type=FOLDER,
    help="Keep comparisons and difficulties in this folder, such as build/ranks, for the next time and for"
    " `sightbench site`; without it, nothing is written.",
)
@click.option(
    "--leaderboard",
    is_flag=True,
    help="Print the tables as the site has them: also baselines, scores without the picture and by kind of"
    " tests, rows of papers, and withdrawn rows.",
)
@click.option(
    "--as-of", help="With --leaderboard, which it implies: the end of this day (UTC), such as 2026-01-31."
)
@click.option("--pairs", is_flag=True, help="With --json: print every pair, not only neighbours.")
@plot_option
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
    cache: Path | None,
    leaderboard: bool,
    as_of: str | None,
    pairs: bool,
    plot: Path | None,
    as_json: bool,
) -> None:
    """Rank the models of every table, with a range of places where the difference may be luck.

    Compares all pairs of models on the tasks that both have, keeps tasks of one stem together, and adjusts
    for the number of pairs (Holm): with 95 % confidence, all places of a table are right at once. Names the
    groups of models that cannot be told apart, and the smallest gap that would be detected. Gives the highest
    score a range that allows for having been chosen. With --category, p-values also count all categories of
    that kind; categories with under six families are only named.

    The leaderboard of any earlier day can be printed, because it follows from the rows alone: rows judged
    later are left out, and a row withdrawn later still counts.

    Reads the rows in --rows, or only those of --suite and --dataset; or VERDICTS..., one verdict file per
    model, with --tasks or --suite for their stems. Writes nothing, except with --cache: there it keeps
    comparisons of rows, so that later only pairs with a new row are compared, and difficulties of tasks,
    which pages show. Needs the extra `statistics`, and `figure` for --plot. Needs no network and no keys.
    Safe to repeat: the output is the same.
    """
    need_statistics()
    from benchmark.analysis.forest_plot import check_plot, ranking_panels, write_plot
    from benchmark.analysis.ranks.pair_cache import PairCache
    from benchmark.analysis.ranks.ranking import rank_rows, rank_subjects
    from benchmark.analysis.ranks.ranking_report import RankingReport
    from benchmark.analysis.ranks.subjects import LedgerLookup, subject_from_file
    from benchmark.analysis.studies.difficulties import keep_difficulties
    from benchmark.leaderboard.compare.joint_comparisons import keep_category_pairs
    from benchmark.pipeline.sources import tasks_of
    from benchmark.results.counted_row import read_counted

    if leaderboard or as_of is not None:
        given = {
            "VERDICTS": verdicts,
            "--metric": metric,
            "--category": categories,
            "--tasks": tasks,
            "--suite": suite,
            "--dataset": dataset,
            "--pairs": pairs,
            "--plot": plot,
        }
        for name, value in given.items():
            if value:
                fix = "leave one of them out: the leaderboard has all suites with the metrics that rank them"
                raise BadInput(name, "", "cannot be used with --leaderboard or --as-of", fix)
        _show_leaderboard(rows, as_of, cache, as_json=as_json)
        return
    if plot is not None:
        # Before the comparisons, which can take minutes.
        check_plot(plot)
    within = categories or ("",)
    if verdicts:
        known = tasks_of(tasks, suite, dataset)
        ranked = rank_subjects([subject_from_file(path, known) for path in verdicts], metric, within)
    else:
        ledger = LedgerLookup(rows=rows, suite=suite, dataset=dataset)
        counted = read_counted(_check_rows(rows, tasks), cache and cache / "rows")
        pair_cache = None if cache is None else PairCache(cache)
        ranked = rank_rows(counted, pair_cache, metric=metric, categories=within, wanted=ledger.matches)
        wanted = [row for row in counted if ledger.matches(row.row)]
        if pair_cache is not None:
            # For pages, which only read these: computed there, a build would take as long as a ranking.
            keep_difficulties(wanted, pair_cache.folder)
            keep_category_pairs(wanted, pair_cache)
    for note in ranked.notes(metric):
        say_note(f"note: {note}")
    found = ranked.tables
    say_note(f"{plural(sum(table.compared for table in found), 'pair')} compared")
    tables = [_with_every_pair(table) if pairs else table.ranking for table in found]
    if plot is not None:
        write_plot(plot, [*ranking_panels(tables)])
    if as_json:
        print_json(RankingReport(tables=tables))
    elif tables or not ranked.small:
        _print(tables)


def _check_rows(rows: Path, tasks: tuple[Path, ...]) -> Path:
    from benchmark.results.ledger import check_rows_folder

    if tasks:
        raise BadInput("--tasks", "", "cannot be used with rows, which contain their stems", "leave it out")
    check_rows_folder(rows, "name a folder with --rows, or name verdict files")
    return rows


def _with_every_pair(table: ComparedRanking) -> Ranking:
    return table.ranking.model_copy(update={"every_pair": table.pairs.every()})


def _print(tables: list[Ranking]) -> None:
    from benchmark.cli.rank_tables import print_ranking, print_within_table

    console = output()
    if not tables:
        console.print("no tables: there is no row of a model")
    for number, table in enumerate(tables):
        if number:
            console.print()
        print_ranking(console, table)
    print_within_table(console, tables)


def _show_leaderboard(rows: Path, as_of: str | None, cache: Path | None, *, as_json: bool) -> None:
    from benchmark.analysis.ranks.pair_cache import PairCache
    from benchmark.analysis.ranks.standings import last_instant, standings
    from benchmark.cli.rank_tables import print_leaderboard
    from benchmark.results.counted_row import read_counted
    from benchmark.results.ledger import check_rows_folder, read_withdrawn

    last = None if as_of is None else last_instant(as_of)
    check_rows_folder(rows)
    counted = read_counted(rows, cache and cache / "rows")
    report = standings(counted, last, None if cache is None else PairCache(cache), read_withdrawn(rows))
    if as_json:
        print_json(report)
        return
    print_leaderboard(output(), report)
    if not report.rows:
        say_note(f"note: {rows} has no rows; they are in <suite>/<dataset>/<slug>/<id>.json")
