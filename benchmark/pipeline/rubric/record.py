"""Makes the file of scores from replies, checks it against kept replies, and computes means by cell."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput, ManyBadInputs, SightbenchError
from benchmark.core.sample import Completion, SampleKey, sample_name
from benchmark.core.task import FigureCheck, Task
from benchmark.core.verdict import Status
from benchmark.files.predictions import completions_digest, match_to_tasks, read_predictions
from benchmark.files.tasks import tasks_digest
from benchmark.generation.asking.job import sent_parameters
from benchmark.generation.wire.access import ModelAccess, recorded_url, sampling_of
from benchmark.pipeline.identity import read_generation_record
from benchmark.pipeline.record import sum_known
from benchmark.pipeline.rows.row_files import Fetch, completions_of, is_elsewhere, local_or_fetched
from benchmark.pipeline.rubric.asking import AskedReplies
from benchmark.pipeline.rubric.requests import (
    RubricInput,
    RubricPlan,
    check_tasks,
    digests_of,
    prompt_digests,
    protocol_of,
    rubric_samples,
)
from benchmark.pipeline.rubric.rubrics import (
    ELEMENTS,
    ELEMENTS_AGAIN,
    LOWEST,
    RUBRIC_VERSION,
    SCORE,
    again_step,
    by_sample,
    rubric_of,
    score_of,
)
from benchmark.pipeline.sources import TaskSource
from benchmark.results.branch_record import parse_record
from benchmark.results.layout import RUBRIC_MARK, replies_name, rubric_name
from benchmark.results.releases import release_tag
from benchmark.results.row import Row, RowFile
from benchmark.results.rubric import (
    RubricJudge,
    RubricReplies,
    RubricResult,
    RubricRun,
    RubricScores,
    StepReply,
    check_belongs,
    check_replies,
    pack_replies,
    replies_digest,
)
from benchmark.results.status import reason_of

_NO_ROW = "predictions"  #: in file names, in place of the id of a row


def make_scores(plan: RubricPlan, asked: AskedReplies) -> tuple[RubricScores, bytes]:
    """Return the file of scores, and the file of replies.

    An answer without code has the lowest score, and nobody is asked.
    """
    found, judged = by_sample(asked.replies), plan.judged
    scores: dict[str, list[int | None]] = {}
    unscored: dict[str, str] = {}
    unasked: dict[str, str] = {}
    for sample in judged.samples:
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
        tasks=tasks_digest(judged.source.tasks),
        completions=completions_digest(judged.completions),
        extraction=judged.extraction,
        judge=_judge(plan.access, asked.replies),
        version=RUBRIC_VERSION,
        prompts=digests_of(plan),
        repeats=plan.repeats,
        rubrics={sample.task.id: sample.rubric.name for sample in judged.samples},
        scores=scores,
        unscored=unscored,
        unasked=unasked,
        replies=replies_digest(asked.replies),
    )
    run = run_of_replies(asked.started, asked.replies, packed)
    return RubricScores.new(result=result, run=run), packed


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
    steps = {ELEMENTS, ELEMENTS_AGAIN, SCORE, *map(again_step, range(1, repeats + 1))}
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


def input_of_row(row: Row, path: Path, source: TaskSource, fetch: Fetch | None = None) -> RubricInput:
    """Return the completions of a row as input.

    Args:
        row: the row in ``path``.
        path: path of the row; its completions are next to it.
        source: its tasks.
        fetch: downloads the completions if they are not next to the row; None for no download.

    Raises:
        BadInput: if the tasks are not those of the row, no rubric judges one, or completions are missing.
    """
    source = source.within(row.result.setting)
    if tasks_digest(source.tasks) != row.result.tasks.digest:
        raise BadInput(
            path,
            "result.tasks.digest",
            f"the row's {row.result.tasks.count} tasks are not the {len(source.tasks)} tasks given",
            "give the row's task file with --tasks",
        )
    completions = completions_of(row, path, None, fetch)
    present = {completion.key for completion in completions}
    drawn = ((task, draw) for task, found in row.result.statuses.items() for draw in range(len(found)))
    missing = {
        key: row.run.missing.get(sample_name(key), "there is no completion")
        for key in drawn
        if key not in present
    }
    setting, rule = row.result.setting, row.result.extraction
    return _input(source, completions, missing, path, rule, setting=setting, row=row.id)


def input_of_predictions(path: Path, source: TaskSource, *, extraction: str, setting: str) -> RubricInput:
    """Return a file of completions as input.

    Args:
        path: path of the file.
        source: the tasks.
        extraction: name of the rule that takes the code from an answer.
        setting: setting of the completions, which decides the form of some rules; empty if unknown.

    Raises:
        BadInput: if the file is not valid, does not cover the tasks, or no rubric judges one of them.
    """
    generation = read_generation_record(path)
    completions, source = read_predictions(path, generation.excused), source.within(setting)
    match_to_tasks(path, completions, source.tasks, partial=False, excused=generation.excused)
    present = {completion.key for completion in completions}
    missing = {key: why for key, why in (generation.absent or {}).items() if key not in present}
    return _input(source, completions, missing, path, extraction, setting=setting, row=None)


def _input(
    source: TaskSource,
    completions: tuple[Completion, ...],
    missing: Mapping[SampleKey, str],
    path: Path,
    extraction: str,
    *,
    setting: str,
    row: str | None,
) -> RubricInput:
    check_tasks(source.tasks, path)
    rule = source.rule(extraction, path, setting=setting)
    samples = rubric_samples(source.tasks, completions, rule, missing)
    return RubricInput(source=source, completions=completions, extraction=rule.name, samples=samples, row=row)


def rubric_files(path: Path) -> tuple[Path, ...]:
    """Return the files of scores next to a row, sorted."""
    return tuple(sorted(path.parent.glob(f"{path.stem}{RUBRIC_MARK}*.json")))


def verify_rubric(row: Row, file: Path, fetch: Fetch | None = None) -> RubricCheckResult:
    """Read the scores of a file again from its replies, and compare them.

    Args:
        row: the row next to the file.
        file: a file of scores.
        fetch: downloads the replies if they are not next to the row; None for no download.

    Raises:
        BadInput: if the file is not valid or does not belong to the row, or its replies are missing or
            others.
    """
    scores = read_scores(file, row)
    described = replies_file(row.id, scores)
    if fetch is None and is_elsewhere(file, described):
        note = f"{described.name} is an asset of a release; check it with --assets OWNER/NAME"
        return RubricCheckResult(scores=scores, differing=(), notes=(note,))
    tag = release_tag(row.id, [described.sha256])
    with local_or_fetched(tag, file.parent / described.name, described, fetch) as replies:
        if not replies.is_file():
            raise BadInput(replies, "", "does not exist", "restore it, or name the repository with --assets")
        return check_scores(scores, check_replies(scores, replies.read_bytes(), replies))


def rubric_problems(row: Row, path: Path, fetch: Fetch | None = None) -> tuple[list[str], list[str]]:
    """Verify all scores by models next to a row; return problems, and notes about what was not checked."""
    problems: list[str] = []
    notes: list[str] = []
    for file in rubric_files(path):
        try:
            found = verify_rubric(row, file, fetch)
        except ManyBadInputs as error:
            problems += [f"{file.name}: {problem.located}" for problem in error.problems]
        except SightbenchError as error:
            problems.append(f"{file.name}: {error}")
        else:
            problems += [f"{file.name}: {line}" for line in found.differing]
            notes += [f"{file.name}: {note}" for note in found.notes]
    return problems, notes


@dataclass(frozen=True, slots=True)
class CellMean:
    """The mean score of one cell, by one model."""

    cell: str  #: ``delete, bar``; of tasks that only a rubric checks, the name of the rubric
    mean: float | None  #: 1 to 10; None if no sample has a score, or if no mean is shown
    scored: int  #: samples with a score
    unscored: int


def cell_means(result: RubricResult, tasks: Iterable[Task]) -> tuple[CellMean, ...]:
    """Return the mean of each cell, in the order of the tasks, and at the end that of all samples.

    Samples without a score are left out and counted. If the means are hidden, no cell has one.
    """
    shown = not result.why_hidden
    cells: dict[str, list[int | None]] = {}
    for task in tasks:
        if task.id in result.scores:
            cells.setdefault(_cell(task, result), []).extend(result.scores[task.id])
    everything = [score for drawn in cells.values() for score in drawn]
    return tuple(_mean(cell, drawn, shown=shown) for cell, drawn in {**cells, "all": everything}.items())


def _cell(task: Task, result: RubricResult) -> str:
    match task.check:
        case FigureCheck(operation=operation, type=type_):
            return f"{operation}, {type_}"
        case _:
            return result.rubrics[task.id]


def _mean(cell: str, drawn: list[int | None], *, shown: bool) -> CellMean:
    scores = [score for score in drawn if score is not None]
    mean = fmean(scores) if scores and shown else None
    return CellMean(cell, mean, len(scores), len(drawn) - len(scores))
