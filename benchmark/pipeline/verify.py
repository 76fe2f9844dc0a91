"""A published row, judged again and compared."""

import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput
from benchmark.core.executor import Executor
from benchmark.core.sample import Completion, SampleKey, sample_name
from benchmark.core.suite import Rule
from benchmark.core.task import Task
from benchmark.files.predictions import completions_digest, read_predictions
from benchmark.files.tasks import tasks_digest
from benchmark.pipeline.evaluate import Progress, evaluate
from benchmark.pipeline.generated import with_absent
from benchmark.pipeline.parsing import check_linter, linted
from benchmark.pipeline.record import Identity, make_row
from benchmark.results.row import Row, RowFile, RowScore
from benchmark.scoring.parsing import METRIC


@dataclass(frozen=True, slots=True, kw_only=True)
class Verification:
    """What judging again gave, beside what the row says."""

    row: Row
    again: Row
    differing: tuple[str, ...]  #: ``task#draw: then → now``

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


def completions_of(row: Row, path: Path, predictions: Path | None) -> tuple[Completion, ...]:
    """The completions that a row was made from.

    Args:
        row: as read from ``path``.
        path: of the row; its completions stand beside it.
        predictions: read these instead.

    Raises:
        BadInput: when they are not there, or not what the row was made from.
    """
    described = row.run.completions_file
    if predictions is None:
        if described is None:
            raise BadInput(
                path, "run.completions_file", "names no file", "give the completions with --predictions"
            )
        predictions = path.parent / described.name
        _check_file(predictions, described)
    completions = read_predictions(predictions, _missing(row))
    if completions_digest(completions) != row.result.completions.digest:
        raise BadInput(
            predictions,
            "",
            f"is not what row {row.id[:12]} was made from: the digest of its completions differs",
            "take the file of the row",
        )
    return completions


def _check_file(file: Path, described: RowFile) -> None:
    if not file.is_file():
        raise BadInput(
            file, "", "is not beside the row", "download it from the release, or give it with --predictions"
        )
    if sha256_hex(file.read_bytes()) != described.sha256:
        raise BadInput(file, "", "has another SHA-256 than the row says", "take the file of the row")


#: Shows how far a stage with this name is.
Stage = Callable[[str], AbstractContextManager[Progress]]


@contextlib.contextmanager
def silent(_stage: str) -> Iterator[Progress]:
    """A :data:`Stage` of which nobody hears."""
    yield lambda _done, _total: None


def verify(
    row: Row,
    path: Path,
    tasks: Sequence[Task],
    completions: Sequence[Completion],
    *,
    rule: Rule,
    executor: Executor,
    stage: Stage = silent,
) -> Verification:
    """Judge a row's completions again, and lint them where the row says how many parse.

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
    result = row.result
    with_lint = rule.gate is not None or any(score.metric == METRIC for score in result.scores)
    if with_lint:
        check_linter()
    with stage("judging") as told:
        evaluation = evaluate(tasks, completions, rule=rule, executor=executor, progress=told)
    evaluation = with_absent(evaluation, _absent(row, completions))
    if with_lint:
        with stage("linting") as told:
            evaluation = linted(evaluation, told)
    again, _ = make_row(
        evaluation,
        Identity(
            submission=result.submission,
            suite=result.suite,
            suite_version=result.versions.suite,
            dataset=result.dataset,
            setting=result.setting,
            protocol=result.protocol,
            prompt=result.prompt.name,
            prompt_digest=result.prompt.digest,
        ),
    )
    differing = [
        f"{sample_name((task_id, draw))}: {then} → {now}"
        for task_id, earlier in result.statuses.items()
        for draw, (then, now) in enumerate(zip(earlier, again.result.statuses[task_id], strict=True))
        if then != now
    ]
    return Verification(row=row, again=again, differing=tuple(differing))


def _shown(score: RowScore | None) -> str:
    if score is None:
        return "none"
    missing = f", {score.missing} missing" if score.missing else ""
    return f"{score.value:g} ({score.low:g} to {score.high:g}; {score.samples} samples{missing})"


def _missing(row: Row) -> frozenset[SampleKey]:
    return frozenset(
        (task_id, draw)
        for task_id, statuses in row.result.statuses.items()
        for draw, status in enumerate(statuses)
        if status == "missing"
    )


def _absent(row: Row, completions: Sequence[Completion]) -> Mapping[SampleKey, str]:
    """Samples that were missing because they never came: they are missing again."""
    never = _missing(row) - {one.key for one in completions}
    return {key: row.run.missing.get(sample_name(key), "did not come") for key in never}
