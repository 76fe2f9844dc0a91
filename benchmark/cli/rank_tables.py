"""Rankings and the leaderboard as text for a terminal."""

from collections.abc import Iterable

from rich.console import Console

from benchmark.analysis.groups import GroupKey
from benchmark.analysis.places import WITHIN_TABLE, leader_words, place_text
from benchmark.analysis.ranks.blind import has_blind_check
from benchmark.analysis.ranks.ranking_report import Ranking
from benchmark.analysis.ranks.standings import Standings, StandingsEntry
from benchmark.analysis.score_cells import PERCENT, words_of
from benchmark.analysis.wording import join_names, plural
from benchmark.cli.shared.console import plain_table
from benchmark.cli.shared.tables import STDERR, error_text, kind_table
from benchmark.core.errors import printable_text
from benchmark.suites import blind_setting, guessed_share


def print_leaderboard(console: Console, report: Standings) -> None:
    """Print the tables of every suite with baselines, scores without the picture, and withdrawn rows."""
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


def print_ranking(console: Console, ranking: Ranking) -> None:
    """Print a table, its groups of ties, and the smallest gap that would be detected."""
    console.print(ranking.title)
    scale = ranking.places[0].score.scale if ranking.places else "fraction"
    unit = f"{ranking.metric} %" if scale == "fraction" else ranking.metric
    columns = ("place", "model", unit, "95 % interval", STDERR, "tasks", "missing", "trust")
    table = plain_table(*columns, right=(2, 4, 5, 6))
    for place in ranking.places:
        score = place.score
        table.add_row(
            place_text(place),
            printable_text(place.name),
            words_of(scale).value(score.value),
            words_of(scale).range(score.low, score.high),
            error_text(score),
            str(score.tasks),
            str(score.missing),
            place.trust or "",
        )
    if ranking.places:
        console.print(table)
    if ranking.leaders:
        # Models that share the first place have a range each; the line covers all of them.
        low = min(best.low for best in ranking.leaders)
        high = max(best.high for best in ranking.leaders)
        words = leader_words(len(ranking.places))
        console.print(f"{words[0].lower()}{words[1:]} {words_of(scale).range(low, high)}")
    names = {place.slug: printable_text(place.name) for place in ranking.places}
    for group in ranking.groups:
        console.print(f"cannot be told apart: {join_names([names[slug] for slug in group])}")
    if ranking.pairs:
        differ = f"{ranking.separated} of {plural(ranking.pairs, 'pair')} really differ"
        if ranking.pairs == 1:
            differ += "s"
        if ranking.visible_difference is None:
            what = "show gaps between neighbours reliably" if ranking.separated else "detect any gap"
            few = f"{plural(ranking.stems, 'stem')} are too few to {what}{ranking.would_do}"
            console.print(f"{differ}; {few}")
        else:
            gap = words_of(scale).gap(ranking.visible_difference)
            console.print(
                f"{differ}; between neighbours, a gap smaller than about {gap} points can be missed"
            )
    for note in ranking.notes:
        console.print(f"note: {printable_text(note)}")


def print_within_table(console: Console, rankings: Iterable[Ranking | None]) -> None:
    """Print what verdicts depend on, if a table has at least two models."""
    if any(ranking is not None and ranking.pairs for ranking in rankings):
        console.print(f"{WITHIN_TABLE} More: the site's page Method, What a place says.")


def print_blind(console: Console, entries: Iterable[StandingsEntry], key: GroupKey) -> None:
    """Print what guessing and each model scores without the picture; name the models without such a score."""
    if (share := guessed_share(key.suite, key.dataset)) is not None:
        console.print(f"guessing gives {PERCENT.amount(share)}")
    entries = tuple(entries)
    unknown = [printable_text(entry.name) for entry in entries if entry.blind is None]
    if unknown and has_blind_check(key):
        setting = blind_setting(key.suite, key.dataset)
        console.print(f"without the picture ({setting}): not measured for {join_names(unknown)}")
    for entry in entries:
        if entry.blind is not None:
            score = entry.blind.score
            console.print(
                f"without the picture ({entry.blind.setting}, {entry.blind.protocol}):"
                f" {printable_text(entry.name)} {words_of(score.scale).value(score.value)}"
                f" ({words_of(score.scale).range(score.low, score.high)})"
            )
