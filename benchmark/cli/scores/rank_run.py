"""The work of `sightbench rank`."""

from pathlib import Path

from benchmark.analysis.ranks.pair_cache import PairCache
from benchmark.analysis.ranks.ranking import ComparedRanking
from benchmark.analysis.ranks.ranking_report import Ranking, RankingReport
from benchmark.analysis.ranks.rankings import RankingOptions, rank_rows, rank_subjects
from benchmark.analysis.ranks.subjects import LedgerLookup, subject_from_file
from benchmark.analysis.studies.difficulty_cache import keep_difficulties
from benchmark.analysis.wording import plural
from benchmark.cli.scores.rank_tables import print_ranking, print_within_table
from benchmark.cli.shared.console import output, print_json
from benchmark.cli.shared.named_tasks import tasks_of
from benchmark.cli.shared.say import say_note
from benchmark.core.errors import BadInput
from benchmark.leaderboard.compare.joint_comparisons import keep_category_pairs
from benchmark.results.counted_row import read_counted
from benchmark.results.ledger import check_rows_folder


def run(
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
    """Rank models and print the tables."""
    options = RankingOptions(metric=metric, categories=categories or ("",))
    if verdicts:
        known = tasks_of(tasks, suite, dataset)
        ranked = rank_subjects([subject_from_file(path, known) for path in verdicts], options)
    else:
        ledger = LedgerLookup(rows=rows, suite=suite, dataset=dataset)
        counted = read_counted(_check_rows(rows, tasks), cache / "rows")
        pair_cache = PairCache(cache)
        ranked = rank_rows(counted, options, pair_cache, wanted=ledger.matches)
        wanted = [row for row in counted if ledger.matches(row.row)]
        keep_difficulties(wanted, cache)
        keep_category_pairs(wanted, pair_cache)
    for name in ranked.left_out:
        say_note(f"note: {name} has too few samples for {metric or 'the metric that ranks it'}")
    for sentence in ranked.small:
        say_note(f"note: {sentence}")
    found = ranked.tables
    say_note(f"{plural(sum(table.compared for table in found), 'pair')} compared")
    tables = [_with_every_pair(table) if pairs else table.ranking for table in found]
    if as_json:
        print_json(RankingReport(tables=tables))
    elif tables or not ranked.small:
        _print(tables)


def _check_rows(rows: Path, tasks: tuple[Path, ...]) -> Path:
    if tasks:
        raise BadInput("--tasks", "", "cannot be used with rows, which contain their stems", "leave it out")
    check_rows_folder(rows, "name a folder with --rows, or name verdict files")
    return rows


def _with_every_pair(table: ComparedRanking) -> Ranking:
    return table.ranking.model_copy(update={"every_pair": table.pairs.every()})


def _print(tables: list[Ranking]) -> None:
    console = output()
    if not tables:
        console.print("no tables: there is no row of a model")
    for number, table in enumerate(tables):
        if number:
            console.print()
        print_ranking(console, table)
    print_within_table(console, tables)
