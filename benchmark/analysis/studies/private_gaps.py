"""Three groups of tasks of the same families: public, fresh with public rules, fresh with private rules.

The gap between the first two shows instances that a model knows by heart; that between the last two, both of
which nobody can have seen, shows rules that it knows by heart. The gap between first and last is both.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from pydantic import Field

from benchmark.analysis.studies.fresh_rows import RowMatches
from benchmark.analysis.studies.paired_scores import MeasuredScore, measured_score
from benchmark.analysis.studies.set_gap import Gap, gap_between, gap_size, gap_words, version_notes
from benchmark.core.fresh import is_private
from benchmark.files.edge import Record
from benchmark.results.counted_row import CountedRow
from benchmark.results.row import Row
from benchmark.scoring.metrics import Metric

PUBLIC_RULES = "fresh tasks with public rules"


class PrivateGap(Record):
    """The scores of one model on the three groups of tasks, and the gaps to the private one."""

    slug: str
    name: str
    private_dataset: str
    fresh_dataset: str = Field(description="its most recent fresh set with public rules; empty without one")
    public: MeasuredScore | None = Field(description="score over all public tasks; null without a row")
    fresh: MeasuredScore | None = Field(description="score over the fresh set; null without a row")
    private: MeasuredScore = Field(description="score over all tasks with private rules")
    rules: Gap | None = Field(
        description="fresh set with public rules minus that with private rules; null if they have no family"
        " in common, or a row is missing"
    )
    both: Gap | None = Field(
        description="public set minus that with private rules; null if they have no family in common, or a"
        " row is missing"
    )
    words: list[str] = Field(description="the gaps in words, with the number of tasks")
    notes: list[str] = Field(description="what else differs between the rows")


class PrivateTable(Record):
    """Models that share setting, protocol, prompt and extraction rule."""

    suite: str
    setting: str
    protocol: str
    prompt: str
    extraction: str
    metric: str
    models: list[PrivateGap] = Field(description="in order of names")


def private_tables(
    rows: Sequence[CountedRow], matches: RowMatches, metric: Metric
) -> tuple[list[PrivateTable], list[str]]:
    """Compare every row on a set with private rules with the other rows of its model.

    Returns:
        The tables, and the rows that cannot be compared, with the reason.
    """
    counted = {row.row.id: row for row in rows}
    found: dict[tuple[str, ...], list[PrivateGap]] = defaultdict(list)
    alone = []
    for row in rows:
        result = row.row.result
        if not is_private(result.dataset) or not matches.is_newest(row.row):
            continue
        public, fresh = (
            None if other is None else counted[other.id]
            for other in (matches.public(row.row), matches.public_rules(row.row))
        )
        gap = private_gap(row, public, fresh, metric)
        if gap is None:
            why = (
                f"too few samples for {metric.name}" if public or fresh else "its model has no other such row"
            )
            alone.append(f"{result.submission.slug} on {result.dataset}, {result.setting}: {why}")
            continue
        key = (result.suite, result.setting, result.protocol, result.prompt.name, result.extraction)
        found[key].append(gap)
    names = ("suite", "setting", "protocol", "prompt", "extraction")
    return [
        PrivateTable(
            **dict(zip(names, key, strict=True)),
            metric=metric.name,
            models=sorted(found[key], key=lambda gap: (gap.name, gap.private_dataset)),
        )
        for key in sorted(found)
    ], alone


def private_gap(
    private: CountedRow, public: CountedRow | None, fresh: CountedRow | None, metric: Metric
) -> PrivateGap | None:
    """Return the gaps between a model's rows; None if no other row can be compared with the private one.

    Args:
        private: the row on a fresh set with private rules.
        public: the row on the public set; None without one.
        fresh: the row on a fresh set with public rules; None without one.
        metric: a metric whose values are shares.
    """
    score = measured_score(private, metric)
    scores = {
        name: None if row is None else measured_score(row, metric)
        for name, row in (("public", public), ("fresh", fresh))
    }
    if score is None or not any(scores.values()):
        return None
    both, rules = (
        gap_between(row.counts, private.counts, metric) if row is not None and scores[name] else None
        for name, row in (("public", public), ("fresh", fresh))
    )
    submission = private.row.result.submission
    others = [row.row for row in (public, fresh) if row is not None]
    return PrivateGap(
        slug=submission.slug,
        name=submission.name,
        private_dataset=private.row.result.dataset,
        fresh_dataset="" if fresh is None else fresh.row.result.dataset,
        **scores,
        private=score,
        rules=rules,
        both=both,
        words=list(private_words({"fresh": rules, "public": both}, metric)),
        notes=list(_notes(others, private.row)),
    )


def private_words(gaps: Mapping[str, Gap | None], metric: Metric) -> Iterator[str]:
    """Yield a sentence without its end for each gap to a set with private rules.

    Args:
        gaps: ``public`` or ``fresh``, the first set → its gap, if there is one.
        metric: the metric of the gaps.
    """
    for first, gap in gaps.items():
        if gap is not None:
            tasks = "public tasks" if first == "public" else PUBLIC_RULES
            words = gap_words(gap, metric, tasks, "those with private rules")
            yield f"{words} ({gap_size(gap, first, 'private')})"


def _notes(others: Sequence[Row], private: Row) -> Iterator[str]:
    for other in others:
        for note in version_notes(other, private):
            yield f"{other.result.dataset}: {note}"
