"""Scores that a model gave to the answers of a row by a rubric, and the replies that they were read from.

The scores judge the same completions a second time. They are files next to the row, never part of it.
"""

import gzip
import io
import zlib
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, ClassVar, Literal, Self

from pydantic import Field, model_validator

from benchmark.core.digest import digest_lines, sha256_hex
from benchmark.core.errors import BadInput
from benchmark.core.prompt import PAPER
from benchmark.core.sample import Completion, sample_name
from benchmark.core.task import RubricName
from benchmark.files import bounded, strict_json
from benchmark.files.atomic import gzip_bytes
from benchmark.files.edge import Amount, Count, Name, Record, validate_record
from benchmark.files.predictions import PredictionLine, completion_of, prediction_record
from benchmark.files.strict_json import dump_records
from benchmark.files.wording import refusal
from benchmark.results.branch_record import RESTORE, BranchRecord, Digest, Moment, parse_record
from benchmark.results.layout import RUBRIC_MARK, rubric_name
from benchmark.results.ledger import read_row
from benchmark.results.row import Row, StoredFile

#: Maximum bytes of the replies of one file after decompression.
REPLIES_LIMIT = 256 * bounded.MIB
#: Maximum share of samples without a score, that of missing samples in rows; above, no mean is shown.
MAX_UNSCORED = 0.01
#: What a reply is for: the key elements, the same once more, the score, or the score once more,
#: with the number of the repetition.
Step = Annotated[str, Field(pattern=r"^(?:elements|elements-again|score|again-[1-9])$")]
Score = Annotated[int, Field(ge=1, le=10)]
#: Step and reply of one request.
StepReply = tuple[str, Completion]


class RubricJudge(Record):
    """The model that judged, and the parameters of the requests to it."""

    provider: Name
    model: Name = Field(description="requested model id")
    base_url: str | None = None
    revision: str | None = None
    models: dict[str, Count] = Field(description="number of replies by the model id that the server reported")
    parameters: dict[str, object] = Field(description="parameters of the requests")
    extra: dict[str, object] = Field(description="further fields of the requests, sent unchanged")


class RubricResult(Record):
    """What was judged, by whom, and the scores: the part that the id is computed from."""

    row: Digest | None = Field(description="id of the row; null for a file of predictions without a row")
    tasks: Digest = Field(description="digest of the tasks, as in the row")
    completions: Digest = Field(description="digest of the completions, as in the row")
    extraction: str = Field(description="rule that took the code from the answers")
    judge: RubricJudge
    version: Annotated[int, Field(ge=1, description="version of rubrics, prompts and the rule for scores")]
    prompts: dict[str, Digest] = Field(description="SHA-256 of each prompt, and of the rubrics")
    repeats: int = Field(ge=0, le=9, description="maximum repetitions of a request whose reply has no score")
    rubrics: dict[str, RubricName] = Field(description="rubric by task id")
    scores: dict[str, list[Score | None]] = Field(description="scores by task id, in order of draws")
    unscored: dict[str, str] = Field(description="why samples have no score, by task_id#draw")
    unasked: dict[str, str] = Field(
        description="why samples have the lowest score without being shown to the model, by task_id#draw"
    )
    replies: Digest = Field(description="digest over sample, step and text of the replies")

    @property
    def is_paper(self) -> bool:
        """Whether the scoring prompts are those of the paper, not ours."""
        return any(name.startswith(f"{PAPER}-") for name in self.prompts)

    @property
    def why_hidden(self) -> str:
        """Why no mean of these scores is shown; empty if means are shown.

        - More than 1 % of the samples have no score, the limit of missing samples in rows. An answer may be
          written so that the model's reply to it cannot be read, and leaving it out would raise the mean.
        - The server reports several models: their scores are not comparable.
        """
        samples = sum(map(len, self.scores.values()))
        if len(self.unscored) > MAX_UNSCORED * samples:
            share = f"{100 * MAX_UNSCORED:g} %"
            return f"{len(self.unscored)} of {samples} samples have no score, more than {share}"
        if len(self.judge.models) > 1:
            return f"the scores come from several models: {', '.join(self.judge.models)}"
        return ""


class RubricReplies(StoredFile):
    """The file of replies, next to the row or an asset of a release."""

    count: Count


class RubricRun(Record):
    """When and where the model was asked, and the cost; not part of the id."""

    started: Moment
    file: RubricReplies
    tokens_in: Count | None = None
    tokens_out: Count | None = None
    cost_usd: Amount | None = Field(default=None, description="US dollars of all replies, if known")
    unsure_usd: Amount = Field(
        default=0.0, description="US dollars that calls without a counted reply may have cost at most"
    )
    commit: str = Field(default="", description="commit of Sightbench's code, if known")
    links: dict[str, str] = Field(default_factory=dict, description="links such as CI run")


class RubricScores(BranchRecord):
    """Scores of the answers of one row by one model."""

    noun: ClassVar[str] = "file of scores"
    limit: ClassVar[int] = bounded.JSON_LIMIT

    schema_: Literal["sightbench/rubric/1"] = Field(default="sightbench/rubric/1", alias="schema")
    id: Digest
    result: RubricResult
    run: RubricRun

    @model_validator(mode="after")
    def _check_samples(self) -> Self:
        result, problem = self.result, ""
        scores = {
            sample_name((task_id, draw)): score
            for task_id, drawn in result.scores.items()
            for draw, score in enumerate(drawn)
        }
        if result.rubrics.keys() != result.scores.keys():
            problem = "result.rubrics: does not name the tasks that have scores"
        elif result.unscored.keys() != {name for name, score in scores.items() if score is None}:
            problem = "result.unscored: does not name the samples without a score"
        elif any(scores.get(name) != 1 for name in result.unasked):
            problem = "result.unasked: names a sample that does not have the lowest score"
        if problem:
            raise refusal(problem, RESTORE, show=False)
        return self


@dataclass(frozen=True, slots=True)
class ScoredRow:
    """A row whose answers a model scored."""

    row: Row  #: the row, with the status and the points of each sample
    scores: RubricScores


class ReplyLine(PredictionLine):
    """One line of a file of replies."""

    step: Step


def check_belongs(scores: RubricScores, path: Path, row: Row | None) -> None:
    """Check that the scores in ``path`` belong to ``row``, the row next to them, or None without a row."""
    result = scores.result
    fix = "remove the file from the folder of this row"
    if row is None or result.row != row.id:
        raise BadInput(path, "result.row", "does not name the row next to it", fix)
    if path.name != rubric_name(row.id, scores.id):
        raise BadInput(path, "", "the file's name does not match its content", "restore the name")
    if result.completions != row.result.completions.digest or result.tasks != row.result.tasks.digest:
        raise BadInput(path, "result", "judged other tasks or completions than the row next to it", fix)
    drawn = {task_id: len(statuses) for task_id, statuses in row.result.statuses.items()}
    if {task_id: len(given) for task_id, given in result.scores.items()} != drawn:
        raise BadInput(path, "result.scores", "does not have the samples of the row next to it", fix)


def read_rubrics(
    directory: Path, rows: Collection[str], note: Callable[[str], None]
) -> dict[str, tuple[ScoredRow, ...]]:
    """Read the scores by models of rows, given by their ids, oldest first, by the id of the row.

    A file that cannot be used is left out, because no row depends on it, and ``note`` is called with a
    sentence.
    """
    found: dict[str, list[ScoredRow]] = {}
    for path in sorted(directory.glob(f"*/*/*/*{RUBRIC_MARK}*.json")):
        identifier = path.name.partition(RUBRIC_MARK)[0]
        if identifier not in rows:
            continue
        try:
            row = read_row(path.with_name(f"{identifier}.json"))
            scores = parse_record(RubricScores, bounded.read_bytes(path), path)
            check_belongs(scores, path, row)
        except BadInput as error:
            note(f"scores by a model cannot be shown: {error}")
        else:
            found.setdefault(identifier, []).append(ScoredRow(row, scores))
    return {
        row: tuple(sorted(scored, key=lambda each: (each.scores.run.started, each.scores.id)))
        for row, scored in found.items()
    }


def replies_digest(replies: Iterable[StepReply]) -> str:
    """Return the SHA-256 over the replies, without tokens, cost and time; the order does not matter."""
    return digest_lines(
        [reply.task_id, reply.draw, step, reply.finish_reason, reply.text]
        for step, reply in sorted(replies, key=_order)
    )


def pack_replies(replies: Sequence[StepReply]) -> bytes:
    """Return a file of replies."""
    # Sorted, so that the same replies give the same file in whatever order they came.
    records = ({**prediction_record(reply), "step": step} for step, reply in sorted(replies, key=_order))
    return gzip_bytes(dump_records(Path("replies"), records))


def unpack_replies(data: bytes, path: Path) -> tuple[StepReply, ...]:
    """Return the replies of a file; BadInput if it is not a file of replies."""
    fix = "use the original file"
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as file:
            # One byte more than allowed shows that it is too long: a small file can unpack to any size.
            text = file.read(REPLIES_LIMIT + 1)
    except (OSError, EOFError, zlib.error):
        raise BadInput(path, "", "is not a complete gzip file", fix) from None
    if len(text) > REPLIES_LIMIT:
        raise BadInput(path, "", f"has more than {REPLIES_LIMIT >> 20} MiB when decompressed", fix)
    found: dict[tuple[str, int, str], StepReply] = {}
    for number, line in enumerate(text.splitlines(), 1):
        place = f"line {number}"
        record = validate_record(ReplyLine, strict_json.loads(line, path, line=number), path, place)
        key = (record.task_id, record.draw, record.step)
        if key in found:
            raise BadInput(path, place, "repeats a reply", fix)
        found[key] = (record.step, completion_of(record))
    return tuple(found.values())


def check_replies(scores: RubricScores, data: bytes, path: Path) -> tuple[StepReply, ...]:
    """Return the replies of a file of scores; BadInput if the bytes are not those that it records."""
    fix = "use the original file of replies"
    if sha256_hex(data) != scores.run.file.sha256:
        raise BadInput(path, "", "has another SHA-256 than its scores say", fix)
    replies = unpack_replies(data, path)
    if len(replies) != scores.run.file.count or replies_digest(replies) != scores.result.replies:
        raise BadInput(path, "", "does not have the replies that its scores name", fix)
    samples = {(task, draw) for task, drawn in scores.result.scores.items() for draw in range(len(drawn))}
    if odd := next((reply.key for _, reply in replies if reply.key not in samples), None):
        raise BadInput(path, "", f"{sample_name(odd)} is not one of the samples", fix)
    return replies


def _order(item: StepReply) -> tuple[str, int, int]:
    step, reply = item
    place = {"elements": 0, "elements-again": 1, "score": 2}.get(step)
    return reply.task_id, reply.draw, 2 + int(step.rpartition("-")[2]) if place is None else place
