"""A published row, judged again and compared."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmark.core.errors import BadInput
from benchmark.core.executor import Executor
from benchmark.core.sample import Completion, sample_name
from benchmark.core.suite import ExtractionRule
from benchmark.core.task import Task
from benchmark.files.tasks import tasks_digest
from benchmark.pipeline.rows.rejudge import Stage, rejudged, silent
from benchmark.pipeline.rows.row_files import missing_of
from benchmark.results.row import Row, RowScore


@dataclass(frozen=True, slots=True, kw_only=True)
class Verification:
    """What judging again gave, beside what the row says."""

    row: Row
    again: Row
    differing: tuple[str, ...]  #: ``task#draw: then → now``
    left_out: tuple[str, ...]  #: ``task#draw: now`` of answers that the row has no verdict of

    @property
    def scores_differing(self) -> tuple[str, ...]:
        """``metric, group: then → now`` of the scores that are not the same."""
        then, now = (
            {(score.metric, score.category): score for score in row.result.scores}
            for row in (self.row, self.again)
        )
        return tuple(
            f"{', '.join(filter(None, name))}: {_shown(then.get(name))} → {_shown(now.get(name))}"
            for name in sorted({*then, *now})
            if then.get(name) != now.get(name)
        )

    @property
    def agrees(self) -> bool:
        """Whether every status and score is the same."""
        return not self.differing and not self.scores_differing

    @property
    def same_id(self) -> bool:
        """Whether the whole result is the same, versions included."""
        return self.row.id == self.again.id


def verify(
    row: Row,
    path: Path,
    tasks: Sequence[Task],
    completions: Sequence[Completion],
    *,
    rule: ExtractionRule,
    executor: Executor,
    stage: Stage = silent,
) -> Verification:
    """Judge a row's completions again, and lint them where the row says how many parse.

    A sample that is missing in the row, through an outage when it was judged, is left out of the scores
    again: they are compared over the same samples, and what it came to now is told beside them.

    Args:
        row: as read from ``path``, which is for messages.
        path: of the row.
        tasks: of its data set.
        completions: that it was made from.
        rule: that it was made with.
        executor: where shards run.
        stage: told what is done, and how far it is.

    Raises:
        BadInput: when the tasks are not those of the row.
        SandboxFailure: when this machine cannot judge, or cannot lint what is to be linted.
        OurFailure: when more than 1 % of the samples could not be judged, or linted, now.
    """
    if tasks_digest(tasks) != row.result.tasks.digest:
        raise BadInput(
            path,
            "result.tasks.digest",
            f"the row's {row.result.tasks.count} tasks are others than the {len(tasks)} here",
            "give the row's task file with --tasks",
        )
    again, _ = rejudged(
        row,
        tasks,
        completions,
        rule=rule,
        executor=executor,
        suite_version=row.result.versions.suite,
        as_missing=True,
        stage=stage,
    )
    differing = [
        f"{sample_name((task_id, draw))}: {then} → {now}"
        for task_id, earlier in row.result.statuses.items()
        for draw, (then, now) in enumerate(zip(earlier, again.result.statuses[task_id], strict=True))
        if then != now
    ]
    missing = {sample_name(key) for key in missing_of(row)} & {sample_name(one.key) for one in completions}
    left_out = [f"{name}: {again.run.missing[name]}" for name in sorted(missing)]
    return Verification(row=row, again=again, differing=tuple(differing), left_out=tuple(left_out))


def _shown(score: RowScore | None) -> str:
    if score is None:
        return "none"
    missing = f", {score.missing} missing" if score.missing else ""
    return f"{score.value:g} ({score.low:g} to {score.high:g}; {score.samples} samples{missing})"
