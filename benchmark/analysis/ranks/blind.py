"""Find a model's score without the picture, to compare it with the score with the picture.

If a suite has a blind setting, a blind row is matched to the same model's other rows on the same tasks.
Prompts may differ, because a prompt that shows the picture cannot be used without it. Of several blind rows,
one with the same protocol is preferred, then one with the same extraction rule, then the newest. All pages,
tables and commands use this module; so does the JSON that `sightbench evaluate --score-only --json` prints.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import Literal

from pydantic import Field

from benchmark.analysis.groups import GroupKey, applied_protocol, is_blind, key_of, score_of, superseded_ids
from benchmark.analysis.ranks.subjects import LedgerLookup, Subject, matching_rows
from benchmark.analysis.score_cells import value_text
from benchmark.core.errors import printable_text
from benchmark.core.score import Score
from benchmark.core.verdict import Status
from benchmark.files.edge import Record
from benchmark.results.row import Row, RowScore, row_age
from benchmark.suites import blind_setting

#: Returns the blind row that matches a row; None if there is none, or if the row itself is blind.
FindBlind = Callable[[Row], Row | None]


class BlindScore(Record):
    """The score of a model without the picture."""

    row: str = Field(description="id of the blind row")
    setting: str
    protocol: str
    score: RowScore


def has_blind_check(key: GroupKey) -> bool:
    """Whether the data set has a blind setting and this table uses another one."""
    return bool(blind_setting(key.suite, key.dataset)) and not is_blind(key)


def blind_finder(rows: Iterable[Row]) -> FindBlind:
    """Return a function that finds the blind row of a row; rows with numbers from papers have none.

    Blind rows that a newer version of the suite supersedes are ignored.
    """
    known: dict[tuple[str, ...], list[Row]] = defaultdict(list)
    blind = [row for row in rows if is_blind(key_of(row)) and row.run.trust != "reported"]
    superseded = superseded_ids(blind)
    for row in blind:
        if row.id not in superseded:
            known[_match_key(row)].append(row)

    def find(row: Row) -> Row | None:
        if row.run.trust == "reported" or not has_blind_check(key_of(row)):
            return None
        wanted = row.result
        return max(
            known.get(_match_key(row), ()),
            key=lambda blind_row: (
                applied_protocol(blind_row) == applied_protocol(row),
                blind_row.result.extraction == wanted.extraction,
                row_age(blind_row),
            ),
            default=None,
        )

    return find


def blind_score(row: Row | None) -> BlindScore | None:
    """Return a blind row's pass@1 over all tasks; None if there is no row or no score."""
    score = None if row is None else score_of(row)
    if row is None or score is None:
        return None
    return BlindScore(row=row.id, setting=row.result.setting, protocol=applied_protocol(row), score=score)


def _match_key(row: Row) -> tuple[str, ...]:
    result = row.result
    return (row.slug, result.suite, result.dataset, result.tasks.digest)


class WithoutPicture(Record):
    """A model's result in the blind setting, reported with every score of a suite that has this setting."""

    setting: str = Field(description="the blind setting, which shows everything but the picture")
    measured: BlindScore | None = Field(description="null if it was not measured")
    reason: str = Field(description="why it was not measured; empty if it was")


def without_picture(subject: Subject) -> WithoutPicture | None:
    """Return the subject's score without the picture, from the ledger that contains its row.

    Returns:
        None if the suite is unknown or has no blind setting, and for a row of the blind setting itself.

    Raises:
        BadInput: if a row of the same submission cannot be read.
    """
    setting = blind_setting(subject.suite, subject.dataset)
    if not setting or (subject.row is not None and not has_blind_check(key_of(subject.row))):
        return None
    measured, reason = None, ""
    if subject.row is None:
        reason = "a file of verdicts does not name its model"
    elif subject.row.run.trust == "reported":
        reason = "the numbers are from a paper"
    elif subject.ledger is None:
        reason = "the row is not in a folder of rows, where its blind row could be found"
    else:
        rows = matching_rows(LedgerLookup(rows=subject.ledger, suite=subject.suite), [subject.slug])
        measured = blind_score(blind_finder(counted.row for counted in rows)(subject.row))
        reason = "" if measured else f"{subject.slug} has no row of this setting on these tasks"
    return WithoutPicture(setting=setting, measured=measured, reason=reason)


class ScoresReport(Record):
    """All scores of a row or a file of verdicts."""

    schema_: Literal["sightbench/scores/1"] = Field(default="sightbench/scores/1", alias="schema")
    name: str
    row: str = Field(description="id of the row; empty for a file of verdicts")
    dataset: str = Field(default="", description="empty if unknown; fresh-… is a fresh data set")
    tasks: int = Field(description="tasks with at least one sample, judged or missing")
    stems: int
    samples: int = Field(description="judged samples")
    missing: int = Field(description="missing samples")
    outcomes: dict[Status, int] = Field(description="samples by status")
    scores: list[RowScore] = Field(description="scores over all tasks, then by category")
    blind: WithoutPicture | None = Field(
        default=None, description="null if the suite is unknown or has no blind setting"
    )


def scores_report(subject: Subject, scores: Sequence[Score]) -> ScoresReport:
    """Return the report on a subject."""
    counts = subject.counts
    return ScoresReport(
        name=subject.name,
        row=subject.id,
        dataset=subject.dataset,
        tasks=len(counts.tasks),
        stems=len(set(counts.stems)),
        samples=sum(counts.judged),
        missing=sum(counts.missing),
        outcomes={status: sum(column) for status, column in counts.statuses.items()},
        scores=[RowScore.of(score) for score in scores],
        blind=without_picture(subject),
    )


def blind_text(found: WithoutPicture) -> str:
    """Format the score without the picture, or the reason why it is unknown.

    Example: ``without the picture (signature-only, greedy): 2.1 % (0.4–6.0), 120 tasks``.
    """
    if found.measured is None:
        return f"without the picture ({found.setting}): not measured: {printable_text(found.reason)}"
    row = found.measured
    return f"without the picture ({row.setting}, {row.protocol}): {value_text(row.score)}"
