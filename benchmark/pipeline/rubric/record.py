"""Makes the file of scores from replies, and checks it against kept replies."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput
from benchmark.core.sample import Completion, sample_name
from benchmark.core.task import Task
from benchmark.core.verdict import Status
from benchmark.files.predictions import completions_digest
from benchmark.files.tasks import tasks_digest
from benchmark.generation.asking.job import sent_parameters
from benchmark.generation.wire.access import ModelAccess, recorded_url, sampling_of
from benchmark.judging.rubric.rubrics import LOWEST, RUBRIC_VERSION, rubric_of
from benchmark.pipeline.rows.record import sum_known
from benchmark.pipeline.rubric.asking import AskedReplies
from benchmark.pipeline.rubric.prompting import prompt_digests
from benchmark.pipeline.rubric.reading import ELEMENTS, SCORE, again_step, by_sample, score_of
from benchmark.pipeline.rubric.requests import RubricPlan, protocol_of
from benchmark.results.branch_record import NO_ID, parse_record
from benchmark.results.layout import replies_name, rubric_name
from benchmark.results.row import Row, RowFile
from benchmark.results.rubric import (
    RubricJudge,
    RubricReplies,
    RubricResult,
    RubricRun,
    RubricScores,
    StepReply,
    check_belongs,
    pack_replies,
    replies_digest,
)
from benchmark.results.status import reason_of

_NO_ROW = "predictions"  #: in file names, in place of the id of a row


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedInput:
    """What was judged: its digests, and the row if there is one."""

    tasks: Sequence[Task]
    completions: Sequence[Completion]
    extraction: str
    row: str | None = None  #: id of the row


def make_scores(plan: RubricPlan, asked: AskedReplies, judged: JudgedInput) -> tuple[RubricScores, bytes]:
    """Return the file of scores, and the file of replies.

    An answer without code has the lowest score, and nobody is asked.
    """
    found = by_sample(asked.replies)
    scores: dict[str, list[int | None]] = {}
    unscored: dict[str, str] = {}
    unasked: dict[str, str] = {}
    for sample in plan.samples:  # sorted by task and draw
        replies = found.get((sample.task.id, sample.draw), {})
        score = score_of(replies, plan.repeats)
        if sample.missing:
            score, unscored[sample.name] = None, sample.reason
        elif not sample.code:
            score, unasked[sample.name] = LOWEST, sample.reason
        elif score is None:
            unscored[sample.name] = _why_unscored(asked.refused.get(sample.name), replies, plan.repeats)
        scores.setdefault(sample.task.id, []).append(score)
    packed = pack_replies(asked.replies)
    result = RubricResult(
        row=judged.row,
        tasks=tasks_digest(judged.tasks),
        completions=completions_digest(judged.completions),
        extraction=judged.extraction,
        judge=_judge(plan.access, asked.replies),
        version=RUBRIC_VERSION,
        prompts=prompt_digests(),
        repeats=plan.repeats,
        rubrics={sample.task.id: sample.rubric.name for sample in plan.samples},
        scores=scores,
        unscored=unscored,
        unasked=unasked,
        replies=replies_digest(asked.replies),
    )
    run = run_of_replies(asked.started, asked.replies, packed)
    return RubricScores(id=NO_ID, result=result, run=run).with_its_id(), packed


def run_of_replies(started: str, replies: Sequence[StepReply], packed: bytes) -> RubricRun:
    """Return when the model was asked and what it cost, from its replies.

    Args:
        started: time in UTC.
        replies: the replies.
        packed: the file of replies.
    """
    texts = [reply for _, reply in replies]
    return RubricRun(
        started=started,
        file=RubricReplies(sha256=sha256_hex(packed), bytes=len(packed), count=len(texts)),
        tokens_in=sum_known(reply.tokens_in for reply in texts),
        tokens_out=sum_known(reply.tokens_out for reply in texts),
        cost_usd=sum_known(reply.cost_usd for reply in texts),
    )


def result_of_row(
    row: Row,
    tasks: Sequence[Task],
    access: ModelAccess,
    replies: Sequence[StepReply],
    given: RubricResult,
    *,
    repeats: int,
) -> RubricResult:
    """Return what the scores of a row must be, from the row, the model and its replies.

    Answers without code have the lowest score, as the row says which they are.

    Args:
        row: the row.
        tasks: its tasks.
        access: the model.
        replies: all replies.
        given: scores that somebody made; only their reasons for samples without a score are used.
        repeats: how often a reply without a score is asked for again, at most.

    Raises:
        BadInput: if a reply is about a sample that is not asked about, or of a step that does not exist.
    """
    found = by_sample(replies)
    scores: dict[str, list[int | None]] = {}
    unscored: dict[str, str] = {}
    unasked: dict[str, str] = {}
    left = set(found)
    for task_id, statuses in row.result.statuses.items():
        for draw, status in enumerate(statuses):
            name = sample_name((task_id, draw))
            score: int | None
            if status == Status.NO_ANSWER:
                score, unasked[name] = LOWEST, reason_of(given.unasked.get(name, ""))
            else:
                left.discard((task_id, draw))
                score = score_of(found.get((task_id, draw), {}), repeats)
            if score is None:
                unscored[name] = reason_of(given.unscored.get(name, ""))
            scores.setdefault(task_id, []).append(score)
    steps = {ELEMENTS, SCORE, *map(again_step, range(1, repeats + 1))}
    if left or not {step for step, _ in replies} <= steps:
        problem = "has replies that nobody asked for"
        raise BadInput("replies", "", problem, "use the original file of replies")
    return RubricResult(
        row=row.id,
        tasks=row.result.tasks.digest,
        completions=row.result.completions.digest,
        extraction=row.result.extraction,
        judge=_judge(access, replies),
        version=RUBRIC_VERSION,
        prompts=prompt_digests(),
        repeats=repeats,
        rubrics={task.id: rubric.name for task in tasks if (rubric := rubric_of(task)) is not None},
        scores=scores,
        unscored=unscored,
        unasked=unasked,
        replies=replies_digest(replies),
    )


def files_of(scores: RubricScores, replies: bytes) -> dict[str, bytes]:
    """Return both files by name."""
    row = scores.result.row or _NO_ROW
    return {rubric_name(row, scores.id): scores.to_bytes(), replies_name(row, scores.id): replies}


@dataclass(frozen=True, slots=True, kw_only=True)
class RubricCheckResult:
    """Scores compared with those read again from their replies."""

    scores: RubricScores
    differing: tuple[str, ...]  #: ``task#draw: then → now``
    notes: tuple[str, ...]  #: why scores were not read again


def check_scores(scores: RubricScores, replies: Sequence[StepReply]) -> RubricCheckResult:
    """Read all scores again from replies, and compare them."""
    result = scores.result
    if result.version != RUBRIC_VERSION:
        note = f"version {result.version} of the rubrics read these scores, and this is {RUBRIC_VERSION}"
        return RubricCheckResult(scores=scores, differing=(), notes=(note,))
    found = by_sample(replies)
    differing = []
    for task_id, drawn in result.scores.items():
        for draw, then in enumerate(drawn):
            name = sample_name((task_id, draw))
            now = (
                LOWEST if name in result.unasked else score_of(found.get((task_id, draw), {}), result.repeats)
            )
            if then != now:
                differing.append(f"{name}: {_word(then)} → {_word(now)}")
    asked = {sample_name(key) for key in found}
    differing += [f"{name}: was not asked, but has replies" for name in result.unasked if name in asked]
    return RubricCheckResult(scores=scores, differing=tuple(differing), notes=())


def replies_file(row: str, scores: RubricScores) -> RowFile:
    """Return the file of replies in the form in which rows describe their files."""
    file = scores.run.file
    return RowFile(name=replies_name(row, scores.id), sha256=file.sha256, bytes=file.bytes)


def read_scores(path: Path, row: Row) -> RubricScores:
    """Read a file of scores next to a row.

    Raises:
        BadInput: if it is not valid, or does not belong to the row.
    """
    scores = parse_record(RubricScores, path.read_bytes(), path)
    check_belongs(scores, path, row)
    return scores


def _why_unscored(refused: str | None, replies: Mapping[str, Completion], repeats: int) -> str:
    if refused is not None:
        return f"the server refused the request: {refused}"
    if SCORE not in replies:
        return "the model gave no key elements"
    return f"no reply has a score that can be read, after {repeats} repetition(s)"


def _judge(access: ModelAccess, replies: Sequence[StepReply]) -> RubricJudge:
    models = Counter(reply.resolved_model for _, reply in replies if reply.resolved_model is not None)
    return RubricJudge(
        provider=access.provider,
        model=access.model,
        base_url=recorded_url(access.base_url),
        revision=access.revision,
        models=dict(sorted(models.items())),
        parameters=dict(sent_parameters(sampling_of(protocol_of(access), access))),
        extra=dict(access.extra),
    )


def _word(score: int | None) -> str:
    return "no score" if score is None else str(score)


def check_complete(plan: RubricPlan) -> None:
    """Check that there is an answer to judge.

    Raises:
        BadInput: if there is none.
    """
    if not plan.asked:
        raise BadInput("completions", "", "no answer has code, so there is nothing to ask", "check the file")
