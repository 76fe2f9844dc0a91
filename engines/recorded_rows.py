"""Judge the answers of all submissions by reference, and replace the rows in ``recorded/`` for the demo.

``./noxw -s recorded`` runs this script, with ``--answers FOLDER`` for a folder that has the referenced files.
It continues where an earlier run stopped, and lists every verdict that differs from the published one.
"""

import argparse
import shutil
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmark.analysis.groups import score_of
from benchmark.core.errors import SightbenchError
from benchmark.core.sample import Completion
from benchmark.core.verdict import Outcome, Status, Verdict
from benchmark.datasets.referenced_files import referenced_files
from benchmark.files.references import ReferencedAnswers
from benchmark.pipeline.judge.checkpoint import Checkpoint
from benchmark.pipeline.judge.evaluate import Evaluation, evaluate, inputs_digest
from benchmark.pipeline.judge.local_pool import LocalPool
from benchmark.pipeline.rows.record import record_evaluation
from benchmark.pipeline.rows.submitted_run import referenced_answers, row_identity
from benchmark.pipeline.sources import TaskSource, from_suite
from benchmark.results.ledger import read_row, row_files
from benchmark.submissions.check import FILE_NAME, read_submission
from benchmark.submissions.schema import Submission, SubmissionRun
from benchmark.suites.code_vision.fetched_tasks import fetch_official
from benchmark.suites.code_vision.records import read_results
from benchmark.suites.code_vision.referenced import results_file
from benchmark.suites.run_names import known_suites

ROOT = Path(__file__).resolve().parent.parent
SUBMISSIONS, RECORDED, PARTIAL = ROOT / "submissions", ROOT / "recorded", ROOT / "build" / "recorded"


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
    resume = marker.is_file() and marker.read_text() == key
    with Checkpoint.begin(path, key, resume=resume) as checkpoint:
        return evaluate(source.tasks, completions, rule=rule, executor=pool, checkpoint=checkpoint)


def published_verdicts(reference: ReferencedAnswers, folder: Path | None) -> dict[str, tuple[bool, str]]:
    """Return whether each answer passed where it was published, and the words for it, by task."""
    paths = referenced_files(reference.files, folder)
    return {
        answer.published.task_id: (answer.published.passed, answer.published.result)
        for file, path in zip(reference.files, paths, strict=True)
        for _, _, answer in read_results(results_file(file.url, path))
    }


def differences(
    outcomes: Sequence[Outcome], published: dict[str, tuple[bool, str]]
) -> Iterator[tuple[str, str, str]]:
    """Yield task, published verdict and status here of the verdicts that differ."""
    for outcome in outcomes:
        passed, words = published[outcome.task_id]
        status = outcome.status.value if isinstance(outcome, Verdict) else "missing"
        if (status == Status.PASSED) != passed:
            yield outcome.task_id, words or ("passed" if passed else "failed"), status


def main() -> int:
    """Judge all runs, and print what differs from the published verdicts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--answers", type=Path, help="folder with the referenced files; by default the network"
    )
    parser.add_argument(
        "--workers", type=int, default=None, help="parallel processes; by default one per core"
    )
    options = parser.parse_args()
    fetch_official(options.answers)
    pool, made, differing = LocalPool(options.workers), set[Path](), 0
    for folder, submission, run, reference in referenced_runs():
        name = f"{submission.slug}.{run.dataset}"
        source = from_suite(run.suite, run.dataset)
        completions = referenced_answers(run, reference, source, options.answers)
        evaluation = judge(name, run, source, completions, pool)
        shutil.rmtree(RECORDED / run.suite / run.dataset / submission.slug, ignore_errors=True)  # same id
        path = record_evaluation(RECORDED, evaluation, row_identity(folder, submission, run))
        row = read_row(path)
        made |= {path, *(path.parent / file.name for _, file in row.run.files)}
        score = score_of(row)
        print(f"{name}: {score.value if score else 0:.4f}", flush=True)
        published = published_verdicts(reference, options.answers)
        for task, then, now in differences(evaluation.outcomes, published):
            differing += 1
            print(f"  {task}: published {then}, here {now}", flush=True)
    for path in list(row_files(RECORDED)):
        for file in path.parent.glob(f"{path.stem}.*"):
            if file not in made:
                file.unlink()
    count = len(list(row_files(RECORDED)))
    print(f"{count} rows in {RECORDED}; {differing} verdicts differ from the published ones")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except SightbenchError as error:
        sys.exit(error.render())
