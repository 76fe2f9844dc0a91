"""The work of `sightbench verify` for one row, and for all rows of a folder or of the results branch."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console

from benchmark.analysis.wording import plural
from benchmark.cli.evaluate.stored_scores import print_scores
from benchmark.cli.shared.console import output, progress
from benchmark.cli.shared.row_signatures import describe_attestation
from benchmark.core.errors import Differs, printable_text
from benchmark.core.executor import Executor
from benchmark.pipeline import sources
from benchmark.pipeline.rows.recheck import DatasetCache, RecheckResult, recheck
from benchmark.pipeline.rows.row_files import Fetch, check_verdicts, completions_of, descriptions_of
from benchmark.pipeline.rows.verify import Verification, verify
from benchmark.pipeline.rubric.verify import rubric_files, rubric_problems, verify_rubric
from benchmark.results.attestation import AttestationChecker
from benchmark.results.ledger import read_row, row_files
from benchmark.results.official_python import OFFICIAL_PYTHON, other_python_notes
from benchmark.results.retraction import read_retractions
from benchmark.results.row import Row, RowVersions
from benchmark.sandbox.host.probe import guest_python


@dataclass(frozen=True, slots=True, kw_only=True)
class Checks:
    """What is checked of rows and panels, and where their files come from."""

    judge: bool  #: whether completions are judged again
    executor: Callable[[], Executor]
    attestations: AttestationChecker
    fetch: Fetch | None  #: downloads files that are not on disk; None to read only local files
    answers: Path | None  #: folder with the files of rows by reference; None to fetch them


def verify_row(row_file: Path, tasks: tuple[Path, ...], predictions: Path | None, checks: Checks) -> None:
    """Check one row, judge it again if the checks say so, and print what differs and who wrote it.

    Raises:
        BadInput: if the row or one of its files is invalid, or its tasks or answers are not here.
        Differs: if a new verdict or score differs, or the row has a wrong signature.
    """
    row = read_row(row_file)
    result = row.result
    found = checks.attestations.check_file(row_file, row)
    output().print(describe_attestation(row, found, checks.attestations.signer))
    if found.state == "refused":
        raise Differs(f"row {row.id[:12]} has a wrong signature", "restore the row and its signature")
    print_scores(row_file)
    fetch = checks.fetch
    completions = completions_of(row, row_file, predictions, fetch, checks.answers)
    if predictions is None:
        descriptions_of(row, row_file, fetch)
    check_rubrics(row, row_file, fetch)
    if not checks.judge:
        for note in other_python_notes(result.versions, None):
            output().print(f"note: {note}")
        if predictions is None:
            check_verdicts(row, row_file, fetch)
        output().print(f"row {row.id[:12]}: id and digests are right; nothing was judged again")
        return
    for note in other_python_notes(result.versions, guest_python()):
        output().print(f"note: {note}")
    source = (
        sources.from_files(tasks) if tasks else sources.from_suite(result.suite, result.dataset, row_file)
    )
    verification = verify(
        row,
        row_file,
        source.tasks,
        completions,
        rule=source.rule(result.extraction, row_file, setting=result.setting),
        executor=checks.executor(),
        stage=progress,
    )
    print_verification(output(), verification)
    if not verification.agrees:
        raise Differs(f"row {row.id[:12]} differs from the new verdicts")


def check_rubrics(row: Row, row_file: Path, fetch: Fetch | None) -> None:
    """Read the scores of models next to a row again from their replies, and print the result.

    Raises:
        BadInput: if a file of scores is not valid, or does not belong to the row.
        Differs: if a score differs.
    """
    differing = 0
    for file in rubric_files(row_file):
        found = verify_rubric(row, file, fetch)
        for line in (*found.differing, *(f"note: {note}" for note in found.notes)):
            output().print(line)
        differing += len(found.differing)
        drawn = sum(map(len, found.scores.result.scores.values()))
        if not found.notes:
            model, same = found.scores.result.judge.model, drawn - len(found.differing)
            output().print(f"{same} of {drawn} scores by {model} agree with its replies")
    if differing:
        raise Differs(f"{differing} score(s) next to row {row.id[:12]} differ from their replies")


def print_verification(console: Console, verification: Verification) -> None:
    """Print what differs between the row and the new verdicts, and how many statuses agree."""
    row = verification.row
    for line in (*verification.differing, *verification.scores_differing):
        console.print(line)
    for line in verification.left_out:
        console.print(f"note: missing in the row, so not compared: {line}")
    samples = sum(map(len, row.result.statuses.values()))
    console.print(
        f"{samples - len(verification.differing)} of {samples} statuses agree with row {row.id[:12]}"
    )
    if not verification.same_id:
        console.print(f"the new result has another id: {verification.again.id[:12]}")
        for name, then, now in changed_versions(row.result.versions, verification.again.result.versions):
            console.print(f"  {name}: {then} before, {now} now")


def changed_versions(then: RowVersions, now: RowVersions) -> list[tuple[str, object, object]]:
    """Return the versions that differ: name, before, now; those of the sandbox have a name each."""
    before, after = (
        {
            "suite": versions.suite,
            "judge": versions.judge,
            **{f"{name} of the sandbox": found for name, found in versions.guest.items()},
        }
        for versions in (then, now)
    )
    return [
        (name, before.get(name, "none"), after.get(name, "none"))
        for name in {**before, **after}
        if before.get(name) != after.get(name)
    ]


def verify_rows(directory: Path, checks: Checks) -> None:
    """Check all rows; print the problems of each, and how many rows were checked and are attested.

    Raises:
        BadInput: if a retraction cannot be read.
        Differs: if a row has a problem.
    """
    paths = list(row_files(directory))
    pythons = Counter[str]()
    read_retractions(directory)
    console, known, fetch = output(), DatasetCache(), checks.fetch
    wrong = judged = attested = 0
    for path in paths:
        found = recheck(
            directory,
            path,
            known,
            fetch,
            checks.attestations,
            answers=checks.answers,
            fetch_answers=checks.judge,
        )
        attested += found.attestation is not None and found.attestation.holds
        name = path.relative_to(directory)
        scored, notes = rubric_problems(found.row, path, fetch) if found.row is not None else ([], [])
        for note in (*found.notes, *notes, *_unchecked_signature(found)):
            console.print(f"{printable_text(str(name))}: note: {printable_text(note)}")
        problems = [*found.problems, *scored]
        if found.row is not None:
            pythons[found.row.result.versions.guest.get("python", "an unknown version")] += 1
        if checks.judge and found.row is not None and not problems:
            again = _judge_again(found, found.row, known, checks)
            if again is not None:
                judged += 1
                print_verification(console, again)
                problems += [] if again.agrees else ["differs from the new verdicts"]
        for problem in problems:
            console.print(f"{printable_text(str(name))}: {printable_text(problem)}")
        wrong += bool(problems)
    for python, count in sorted(pythons.items()):
        if python != OFFICIAL_PYTHON:
            rows = f"{plural(count, 'row')} judged with Python {python}"
            console.print(f"note: {rows}; official rows are judged with Python {OFFICIAL_PYTHON}")
    print_totals("row", len(paths), attested=attested, judged=judged, wrong=wrong)


def _unchecked_signature(found: RecheckResult) -> tuple[str, ...]:
    if found.attestation is None or found.attestation.state != "unchecked":
        return ()
    return (f"its signature was not checked: {found.attestation.reason}",)


def _judge_again(found: RecheckResult, row: Row, known: DatasetCache, checks: Checks) -> Verification | None:
    """Judge the row again; return None if that is not possible on this machine (its notes say why)."""
    source = known.of(row)
    if found.notes or source is None or row.run.trust == "reported":
        return None
    completions = completions_of(row, found.path, None, checks.fetch, checks.answers)
    return verify(
        row,
        found.path,
        source.tasks,
        completions,
        rule=source.rule(row.result.extraction, found.path, setting=row.result.setting),
        executor=checks.executor(),
        stage=progress,
    )


def print_totals(noun: str, checked: int, *, attested: int, judged: int, wrong: int) -> None:
    """Print how many were checked, are attested, were judged again and are wrong.

    Raises:
        Differs: if any is wrong.
    """
    output().print(
        f"{plural(checked, noun)} checked: {attested} attested, {checked - attested} unattested,"
        f" {judged} judged again, {wrong} wrong"
    )
    if wrong:
        raise Differs(f"{wrong} of {plural(checked, noun)} have problems")
