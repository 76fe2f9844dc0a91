"""The leaderboard as data: the JSON that `sightbench rank --leaderboard --json` prints."""

from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from typing import Literal

from pydantic import Field

from benchmark.analysis.groups import group_rows, reported_rows
from benchmark.analysis.ledger_report import ledger_until
from benchmark.analysis.ranks.blind import BlindScore, FindBlind, blind_finder, blind_score
from benchmark.analysis.ranks.pair_cache import PairCache
from benchmark.analysis.ranks.ranking import rank_rows
from benchmark.analysis.ranks.ranking_report import Ranking
from benchmark.analysis.score_cells import cut_share, score_if_cut_passed
from benchmark.core.errors import BadInput, quote_value
from benchmark.files.edge import Record
from benchmark.results.counted_row import CountedRow
from benchmark.results.ledger import WithdrawnRow
from benchmark.results.row import Effort, Row, RowScore, Trust

_INSTANT = "%Y-%m-%dT%H:%M:%SZ"


class StandingsEntry(Record):
    """One row of a table of the leaderboard."""

    slug: str
    name: str
    organisation: str
    weights: str
    reasoning: bool | None
    effort: Effort = ""
    trust: Trust
    row: str = Field(description="id of the row")
    started: str = Field(description="when it was judged, UTC")
    tasks: int
    draws: int
    cost_usd: float | None
    tokens_out: int | None
    first: int | None = Field(description="best place that the verdicts allow; null if it has no place")
    last: int | None = Field(description="worst place that the verdicts allow; null if it has no place")
    cut: float | None = Field(default=None, description="share of cut answers; null if not known")
    if_cut_passed: RowScore | None = Field(default=None, description="score, had each cut answer passed")
    scores: list[RowScore]
    blind: BlindScore | None = Field(
        default=None, description="null if nobody has measured it, or if the suite has no blind setting"
    )


class StandingsTable(Record):
    """Rows that answered the same question."""

    ranking: Ranking | None = Field(description="null if no model has a score")
    models: list[StandingsEntry] = Field(description="best score first, then those that are cut too often")
    baselines: list[StandingsEntry]


class SuiteStandings(Record):
    """All tables of a suite."""

    suite: str
    tables: list[StandingsTable] = Field(description="the table with most models first")
    reported: list[StandingsEntry] = Field(description="numbers from papers, never ranked with the others")


class WithdrawnEntry(Record):
    """A withdrawn row, and why it does not count."""

    slug: str
    name: str
    suite: str
    dataset: str
    row: str = Field(description="id of the row")
    date: str = Field(description="when it was withdrawn, UTC")
    by: str = Field(description="who withdrew it")
    reason: str
    link: str


class Standings(Record):
    """The whole leaderboard."""

    schema_: Literal["sightbench/leaderboard/1"] = Field(default="sightbench/leaderboard/1", alias="schema")
    as_of: str | None = Field(description="rows judged after this instant are left out; null if all count")
    rows: int = Field(description="rows judged until then, with superseded but without withdrawn ones")
    suites: list[SuiteStandings]
    withdrawn: list[WithdrawnEntry] = Field(description="withdrawn rows judged until then; no table has them")


def last_instant(text: str) -> str:
    """Return an instant as rows write it; a date means the end of its day, in UTC.

    Raises:
        BadInput: if the text is not a date; it says how to write one.
    """
    try:
        if len(text) == len("2026-01-31"):
            day = date.fromisoformat(text)
            end = datetime(day.year, day.month, day.day, tzinfo=UTC) + timedelta(days=1, seconds=-1)
            return end.strftime(_INSTANT)
        return datetime.strptime(text, _INSTANT).replace(tzinfo=UTC).strftime(_INSTANT)
    except (ValueError, OverflowError):
        fix = "write it as 2026-01-31, or as 2026-01-31T12:00:00Z"
        raise BadInput("--as-of", "", f"{quote_value(text)} is not a date", fix) from None


def standings(
    rows: Iterable[CountedRow],
    as_of: str | None,
    cache: PairCache | None,
    withdrawn: Iterable[WithdrawnRow] = (),
) -> Standings:
    """Return the leaderboard as of an instant (UTC; None means now), with the rows withdrawn by then."""
    if as_of is not None:
        rows, withdrawn = ledger_until(rows, withdrawn, as_of)
    included = list(rows)
    ranked = rank_rows(included, cache).tables
    rankings = {table.ranking.key: table.ranking for table in ranked}
    light = [counted.row for counted in included]
    blind = blind_finder(light)
    grouped = group_rows(light)
    suites = list(grouped) + sorted({row.result.suite for row in light} - set(grouped))
    return Standings(
        as_of=as_of,
        rows=len(included),
        suites=[
            SuiteStandings(
                suite=suite,
                tables=[
                    StandingsTable(
                        ranking=(ranking := rankings.get(group.key)),
                        models=[_entry(row, ranking, blind) for row in (*group.models, *group.cut_short)],
                        baselines=[_entry(row, None, blind) for row in group.baselines],
                    )
                    for group in grouped.get(suite, ())
                ],
                reported=[_entry(row, None, blind) for row in reported_rows(light, suite)],
            )
            for suite in suites
        ],
        withdrawn=[
            WithdrawnEntry(
                slug=gone.row.slug,
                name=gone.row.name,
                suite=gone.row.result.suite,
                dataset=gone.row.result.dataset,
                row=gone.row.id,
                **gone.retraction.model_dump(include={"date", "by", "reason", "link"}),
            )
            for gone in withdrawn
        ],
    )


def _entry(row: Row, ranking: Ranking | None, blind: FindBlind) -> StandingsEntry:
    place = next((place for place in ranking.places if place.row == row.id), None) if ranking else None
    return StandingsEntry(
        **dict(row.result.submission),
        trust=row.run.trust,
        row=row.id,
        started=row.run.started,
        tasks=row.result.tasks.count,
        draws=row.result.completions.draws,
        cost_usd=row.run.cost_usd,
        tokens_out=row.run.tokens_out,
        first=place.first if place else None,
        last=place.last if place else None,
        cut=cut_share(row),
        if_cut_passed=score_if_cut_passed(row),
        scores=row.result.scores,
        blind=blind_score(blind(row)),
    )
