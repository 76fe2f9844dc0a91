"""The work of `sightbench verify` for one row."""

import contextlib
from collections.abc import Callable
from pathlib import Path

from rich.console import Console

from benchmark.cli.shared.assets import asset_fetcher
from benchmark.cli.shared.console import output, progress
from benchmark.cli.shared.row_signatures import describe_attestation
from benchmark.core.errors import Differs
from benchmark.core.executor import Executor
from benchmark.pipeline import sources
from benchmark.pipeline.rows.row_files import Fetch, check_verdicts, completions_of, descriptions_of
from benchmark.pipeline.rows.verify import Verification, verify
from benchmark.pipeline.rubric.verify import rubric_files, verify_rubric
from benchmark.results.attestation import AttestationChecker
from benchmark.results.ledger import read_row
from benchmark.results.official_python import other_python_notes
from benchmark.results.row import Row, RowVersions
from benchmark.sandbox.host.probe import guest_python


def run(
    row_file: Path,
    tasks: tuple[Path, ...],
    predictions: Path | None,
    *,
    judge: bool,
    assets: str,
    attestations: AttestationChecker,
    executor: Callable[[], Executor],
    stack: contextlib.ExitStack,
    answers: Path | None = None,
) -> None:
    """Check one row, judge it again if ``judge`` is set, and print what differs and who wrote it.

    Raises:
        BadInput: if the row or one of its files is invalid, or its tasks or answers are not here.
        Differs: if a new verdict or score differs, or the row has a wrong signature.
    """
    row = read_row(row_file)
    result = row.result
    found = attestations.check_file(row_file, row)
    output().print(describe_attestation(row, found, attestations.signer))
    if found.state == "refused":
        raise Differs(f"row {row.id[:12]} has a wrong signature", "restore the row and its signature")
    fetch = asset_fetcher(assets, stack)
    completions = completions_of(row, row_file, predictions, fetch, answers)
    if predictions is None:
        descriptions_of(row, row_file, fetch)
    check_rubrics(row, row_file, fetch)
    if not judge:
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
        executor=executor(),
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
