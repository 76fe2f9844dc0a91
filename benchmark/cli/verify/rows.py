"""The work of `sightbench verify` for one row or panel, and for all of a folder or of the results branch."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmark.analysis.groups import question_of
from benchmark.analysis.ledger_report import describe_attestation
from benchmark.analysis.wording import plural
from benchmark.cli.evaluate.stored_scores import print_scores
from benchmark.cli.shared.console import output, progress
from benchmark.core.errors import BadInput, Differs, printable_text
from benchmark.core.executor import Executor
from benchmark.pipeline import sources
from benchmark.pipeline.rows.recheck import DatasetCache, RecheckResult, recheck
from benchmark.pipeline.rows.row_files import Fetch, check_verdicts, completions_of, descriptions_of
from benchmark.pipeline.rows.verify import (
    OFFICIAL_PYTHON,
    Verification,
    changed_versions,
    judge_again,
    judged_by,
    other_python_notes,
    panel_completions,
    verify,
    verify_panel,
    why_not_checked,
)
from benchmark.pipeline.rubric.record import rubric_files, rubric_problems, verify_rubric
from benchmark.results.attestation import AttestationChecker
from benchmark.results.branch_record import read_record
from benchmark.results.ledger import read_retractions, read_row, row_files
from benchmark.results.nights import Panel, panel_files
from benchmark.results.row import Row
from benchmark.sandbox.host.probe import guest_python

_NO_FAULT = (
    "this need not be a fault: to verify it as it was judged, use that version's code (see run.commit)"
)


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
        source.within(result.setting).tasks,
        completions,
        rule=source.rule(result.extraction, row_file, setting=result.setting),
        executor=checks.executor(),
        suite_version=None if source.suite is None else source.suite.version,
        stage=progress,
    )
    print_verification(verification)
    if verification.is_older and not verification.agrees:
        raise Differs(f"newer versions changed verdicts of row {row.id[:12]}", _NO_FAULT)
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


def print_statuses(record: Row | Panel, differing: Sequence[str], left_out: Sequence[str]) -> None:
    """Print what differs between a row or panel and the new verdicts, and how many statuses agree."""
    noun = "row" if isinstance(record, Row) else "panel"
    for line in (*differing, *(f"note: missing in the {noun}, so not compared: {each}" for each in left_out)):
        output().print(line)
    samples = sum(map(len, record.result.statuses.values()))
    output().print(f"{samples - len(differing)} of {samples} statuses agree with {noun} {record.id[:12]}")


def print_verification(found: Verification) -> None:
    """Print what differs between the row and the new verdicts, and in which versions.

    For a row of older versions, name these first, and how many of its verdicts the new ones change.
    """
    row = found.row
    output().print(f"row {row.id[:12]} was judged by {judged_by(row)}")
    if found.is_older:
        others = plural(len(found.differing), "other verdict") if found.differing else "the same verdicts"
        output().print(f"here {judged_by(found.again)} give {others}")
    for line in found.scores_differing:
        output().print(line)
    print_statuses(found.row, found.differing, found.left_out)
    if not found.same_id:
        output().print(f"the new result has another id: {found.again.id[:12]}")
        for name, then, now in changed_versions(row, found.again):
            output().print(f"  {name}: {then} before, {now} now")


def verify_rows(directory: Path, checks: Checks) -> None:
    """Check all rows; print the problems of each, and how many rows were checked and are attested.

    A row whose verdicts newer versions of the judge changed has no problem if the folder has a row of the
    same answers by newer versions, which replaces it in the tables.

    Raises:
        BadInput: if a retraction cannot be read.
        Differs: if a row has a problem.
    """
    paths = list(row_files(directory))
    pythons = Counter[str]()
    read_retractions(directory)
    console, known, fetch = output(), DatasetCache(), checks.fetch
    wrong = judged = attested = 0
    newest: dict[tuple[str, ...], tuple[int, int]] = {}  #: versions by question and answers
    moved: list[Row] = []  #: rows of older versions with other verdicts
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
            newest[_answers(found.row)] = max(_age(found.row), newest.get(_answers(found.row), (0, 0)))
        if checks.judge and found.row is not None and not problems:
            again = judge_again(
                found, known, checks.executor, fetch=fetch, answers=checks.answers, stage=progress
            )
            if again is not None:
                judged += 1
                print_verification(again)
                if again.is_older and not again.agrees:
                    moved.append(found.row)
                else:
                    problems += [] if again.agrees else ["differs from the new verdicts"]
        for problem in problems:
            console.print(f"{printable_text(str(name))}: {printable_text(problem)}")
        wrong += bool(problems)
    for python, count in sorted(pythons.items()):
        if python != OFFICIAL_PYTHON:
            rows = f"{plural(count, 'row')} judged with Python {python}"
            console.print(f"note: {rows}; official rows are judged with Python {OFFICIAL_PYTHON}")
    alone = [row for row in moved if _age(row) == newest[_answers(row)]]
    for row in moved:
        replaced = "" if row in alone else "; a newer row of the same answers replaces it"
        console.print(f"note: newer versions changed verdicts of row {row.id[:12]}{replaced}")
    print_totals("row", len(paths), attested=attested, judged=judged, wrong=wrong)
    if alone:
        raise Differs(f"newer versions changed verdicts of {plural(len(alone), 'row')}", _NO_FAULT)


def _answers(row: Row) -> tuple[str, ...]:
    return (*question_of(row), row.result.completions.digest)


def _age(row: Row) -> tuple[int, int]:
    return row.result.versions.suite, row.result.versions.judge


def _unchecked_signature(found: RecheckResult) -> tuple[str, ...]:
    if found.attestation is None or found.attestation.state != "unchecked":
        return ()
    return (f"its signature was not checked: {found.attestation.reason}",)


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


def verify_one_panel(file: Path, tasks: tuple[Path, ...], predictions: Path | None, checks: Checks) -> None:
    """Check one panel of a night, judge it again if the checks say so, and print what differs.

    Raises:
        BadInput: if the panel or its completions are invalid.
        Differs: if a new verdict differs, or the panel has a wrong signature.
    """
    panel = read_record(Panel, file)
    name = f"panel {panel.id[:12]}"
    found = checks.attestations.check_file(file, panel)
    output().print(describe_attestation(panel, found, checks.attestations.signer, "panel"))
    if found.state == "refused":
        raise Differs(f"{name} has a wrong signature", "restore the panel and its signature")
    problems = _verify_panel(panel, file, checks, tasks, predictions)
    if not checks.judge:
        output().print(f"{name}: id and digests are right; nothing was judged again")
    if problems:
        raise Differs(f"{name} {problems[0]}")


def verify_panels(nightly: Path, checks: Checks) -> None:
    """Check all panels; print the problems of each, and how many were checked and are attested.

    Raises:
        Differs: if a panel has a problem.
    """
    paths, console = panel_files(nightly), output()
    wrong = judged = attested = 0
    for path in paths:
        name = printable_text(str(path.relative_to(nightly)))
        problems: list[str] = []
        try:
            panel = read_record(Panel, path, nightly)
            found = checks.attestations.check_file(path, panel)
            attested += found.holds
            if found.state == "refused":
                problems.append(f"its signature is refused: {found.reason}")
            elif found.state == "unchecked":
                console.print(f"{name}: note: its signature was not checked: {printable_text(found.reason)}")
            if note := why_not_checked(panel, path, checks.fetch, judge=checks.judge):
                console.print(f"{name}: note: {printable_text(note)}")
            else:
                problems += _verify_panel(panel, path, checks)
                judged += checks.judge
        except BadInput as error:
            problems += (each.located for each in error.problems)
        for problem in problems:
            console.print(f"{name}: {printable_text(problem)}")
        wrong += bool(problems)
    print_totals("panel", len(paths), attested=attested, judged=judged, wrong=wrong)


def _verify_panel(
    panel: Panel, path: Path, checks: Checks, tasks: tuple[Path, ...] = (), predictions: Path | None = None
) -> tuple[str, ...]:
    """Check the completions of a panel, and judge them again if asked; return the problems."""
    kept = panel_completions(panel, path, predictions, checks.fetch)
    if not checks.judge:
        return ()
    result = panel.result
    source = sources.from_files(tasks) if tasks else sources.from_suite(result.suite, result.dataset, path)
    source = source.within(result.setting)
    again = verify_panel(panel, path, source, kept, executor=checks.executor(), stage=progress)
    print_statuses(panel, again.differing, again.left_out)
    return ("differs from the new verdicts",) if again.differing else ()
