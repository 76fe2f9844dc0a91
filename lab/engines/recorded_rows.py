"""Judge the answers of all submissions by reference, and add rows to ``recorded/`` if they say more or else.

``./noxw -s recorded`` runs this script, with ``--answers FOLDER`` for a folder that has the referenced files.
It continues where an earlier run stopped, and lists every verdict that differs from the published one.
If no verdict of a data set moved, its rows stay, also by an older judge, unless they do not say yet how many
answers needed a repair. No row is ever changed or removed.
``build/recorded/moved.md`` lists the answers whose status moved, for ``CHANGELOG.md``.
"""

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmark.analysis.groups import question_of, score_of
from benchmark.core.errors import BadInput, SightbenchError
from benchmark.core.sample import Completion
from benchmark.files.references import ReferencedAnswers
from benchmark.pipeline.judge.evaluate import Checkpoint, Evaluation, evaluate, inputs_digest
from benchmark.pipeline.judge.local_pool import LocalPool
from benchmark.pipeline.record import add_row, make_row
from benchmark.pipeline.rows.submitted_run import referenced_answers, row_identity
from benchmark.pipeline.sources import TaskSource, from_suite
from benchmark.results.ledger import check_references, read_row, row_files
from benchmark.results.row import Row, row_age
from benchmark.submissions.check import FILE_NAME, read_submission
from benchmark.submissions.schema import Submission, SubmissionRun
from benchmark.suites.code_vision.fetched_tasks import fetch_official
from benchmark.suites.code_vision.referenced import differences
from benchmark.suites.importers import published_verdicts
from benchmark.suites.run_names import known_suites

ROOT = Path(__file__).resolve().parents[2]
SUBMISSIONS, RECORDED, PARTIAL = ROOT / "submissions", ROOT / "recorded", ROOT / "build" / "recorded"
MOVED = PARTIAL / "moved.md"


def referenced_runs() -> Iterator[tuple[Path, Submission, SubmissionRun, ReferencedAnswers]]:
    """Yield the folder, the submission, the run and the reference of all answers by reference."""
    for path in sorted(SUBMISSIONS.glob(f"*/{FILE_NAME}")):
        submission = read_submission(path.parent, known_suites())
        for run in submission.runs:
            if run.reference is not None:
                yield path.parent, submission, run, run.reference


def judge(
    name: str, run: SubmissionRun, source: TaskSource, completions: tuple[Completion, ...], pool: LocalPool
) -> Evaluation:
    """Judge the answers of a run, or continue with what an earlier run of this script judged."""
    rule, path = source.rule(run.extraction), PARTIAL / f"{name}.jsonl"
    key = inputs_digest(source.tasks, completions, rule)
    marker = path.with_name(f"{path.name}.key")
    if marker.is_file() and marker.read_text() != key:
        path.unlink(missing_ok=True)
    with Checkpoint.begin(path, key) as checkpoint:
        return evaluate(source.tasks, completions, rule=rule, executor=pool, checkpoint=checkpoint)


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedRun:
    """The row of a run that was judged now, and the one that was shown before."""

    before: Row | None
    row: Row
    files: Mapping[str, bytes]

    @property
    def dataset(self) -> str:
        """The data set."""
        return self.row.result.dataset

    @property
    def is_shown(self) -> bool:
        """Whether the row before says the same by the same versions of suite and judge."""
        if self.before is None or not is_same(self.before, self.row):
            return False
        then, now = self.before.result.versions, self.row.result.versions
        return (then.suite, then.judge) == (now.suite, now.judge)


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """A sample whose status is not that of the row that was shown before."""

    name: str  #: of the model
    dataset: str
    task: str
    before: str
    now: str


def shown_row(rows: Path, row: Row) -> Row | None:
    """Return the newest row of a folder that answers the question of ``row`` for its submission, or None."""
    known = map(read_row, row_files(rows, [row.slug]))
    return max((each for each in known if question_of(each) == question_of(row)), key=row_age, default=None)


def is_same(one: Row, other: Row) -> bool:
    """Whether two rows have equal tasks, answers, verdicts and facts about the model, whatever judged.

    One that counts repaired answers says more than one that does not.
    """

    def parts(row: Row) -> tuple[object, ...]:
        result = row.result
        digests = result.tasks.digest, result.completions.digest, row.run.references
        counted = row.run.recovered is not None
        return *digests, result.submission, result.prompt, result.statuses, result.points, counted

    return parts(one) == parts(other)


def moves(before: Row, row: Row) -> Iterator[Move]:
    """Yield the samples with another status; both rows have one sample per task."""
    result = row.result
    for task, (then,) in before.result.statuses.items():
        (now,) = result.statuses.get(task, ("removed",))
        if now != then:
            yield Move(name=result.submission.name, dataset=result.dataset, task=task, before=then, now=now)


def rows_to_add(judged: Sequence[JudgedRun]) -> list[JudgedRun]:
    """Return the runs whose rows are new, and all others of their data set that other versions judged.

    Rows of two versions do not compare, so a table has the rows of one.
    """
    changed = {each.dataset for each in judged if each.before is None or not is_same(each.before, each.row)}
    return [each for each in judged if each.dataset in changed and not each.is_shown]


def moved_text(found: Sequence[Move]) -> str:
    """Return the list of samples with another status, as ``CHANGELOG.md`` has it."""
    lines = [
        f"- {each.name}, `{each.dataset}`, *{each.task}*: {each.before} → {each.now}\n" for each in found
    ]
    return "".join(lines) or "- No status of a published answer moved.\n"


def main() -> int:
    """Judge all runs, and print what differs from the published verdicts and from the rows shown so far."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--answers", type=Path, help="folder with the referenced files; by default the network"
    )
    parser.add_argument(
        "--workers", type=int, default=None, help="parallel processes; by default one per core"
    )
    parser.add_argument("--rows", type=Path, default=RECORDED, help="folder of the rows; by default recorded")
    parser.add_argument("--only", metavar="SLUG", help="judge the answers of this submission only")
    parser.add_argument(
        "--dry-run", action="store_true", help="write no row, only the list of moved statuses"
    )
    options = parser.parse_args()
    fetch_official(options.answers)
    pool, moved, differing = LocalPool(options.workers), list[Move](), 0
    judged: dict[str, JudgedRun] = {}
    for folder, submission, run, reference in referenced_runs():
        if options.only not in (None, submission.slug):
            continue
        name = f"{submission.slug}.{run.dataset}"
        source = from_suite(run.suite, run.dataset)
        try:
            completions = referenced_answers(run, reference, source, options.answers)
        except BadInput as error:
            # A folder of older answers may lack those that nobody could fetch yet.
            if options.answers is None or reference.is_pinned:
                raise
            print(f"{name}: not judged, {error.problem}", flush=True)
            continue
        evaluation = judge(name, run, source, completions, pool)
        row, files = make_row(evaluation, row_identity(folder, submission, run, answers=options.answers))
        check_references(options.rows, row, reference)
        before = shown_row(options.rows, row)
        judged[name] = JudgedRun(before=before, row=row, files=files)
        moved += moves(before, row) if before else ()
        score = score_of(row)
        print(f"{name}: {score.value if score else 0:.4f}", flush=True)
        published = published_verdicts(reference, options.answers)
        for task, then, now in differences(evaluation.outcomes, published):
            differing += 1
            print(f"  {task}: published {then}, here {now}", flush=True)
    # Only now, so that a run that continues a stopped one compares with the same rows.
    new = rows_to_add([*judged.values()])
    for each in new:
        then = f", which replaces {each.before.id[:12]}" if each.before else ""
        print(f"new row {each.row.id[:12]} of {each.row.slug} on {each.dataset}{then}")
        if not options.dry_run:
            add_row(options.rows, each.row, each.files)
    MOVED.parent.mkdir(parents=True, exist_ok=True)
    MOVED.write_text(moved_text(moved), encoding="utf-8")
    for name in judged:  # the next run judges again, by whatever code is here then
        for file in PARTIAL.glob(f"{name}.jsonl*"):
            file.unlink()
    print(f"{len(new)} new rows in {options.rows}{' (not written)' if options.dry_run else ''}")
    print(f"{differing} verdicts differ from the published ones; {len(moved)} statuses moved: {MOVED}")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except SightbenchError as error:
        sys.exit(error.render())
