"""The work of `sightbench verify` for all rows of a folder or of the results branch."""

import contextlib
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from benchmark.analysis.wording import plural
from benchmark.cli.shared.assets import asset_fetcher
from benchmark.cli.shared.console import output, progress
from benchmark.cli.verify.one_row import print_verification
from benchmark.cli.verify.totals import print_totals
from benchmark.core.errors import printable_text
from benchmark.core.executor import Executor
from benchmark.pipeline.rows.recheck import DatasetCache, RecheckResult, recheck
from benchmark.pipeline.rows.row_files import Fetch, completions_of
from benchmark.pipeline.rows.verify import Verification, verify
from benchmark.pipeline.rubric.verify import rubric_problems
from benchmark.results.attestation import AttestationChecker
from benchmark.results.ledger import row_files
from benchmark.results.official_python import OFFICIAL_PYTHON
from benchmark.results.retraction import read_retractions
from benchmark.results.row import Row


def run(
    directory: Path,
    *,
    judge: bool,
    assets: str,
    attestations: AttestationChecker,
    executor: Callable[[], Executor],
    stack: contextlib.ExitStack,
    answers: Path | None = None,
) -> None:
    """Check all rows; print the problems of each, and how many rows were checked and are attested.

    Raises:
        BadInput: if a retraction cannot be read.
        Differs: if a row has a problem.
    """
    paths = list(row_files(directory))
    pythons = Counter[str]()
    read_retractions(directory)
    console, known, fetch = output(), DatasetCache(), asset_fetcher(assets, stack)
    wrong = judged = attested = 0
    for path in paths:
        found = recheck(directory, path, known, fetch, attestations, answers=answers, fetch_answers=judge)
        attested += found.attestation is not None and found.attestation.holds
        name = path.relative_to(directory)
        scored, notes = rubric_problems(found.row, path, fetch) if found.row is not None else ([], [])
        for note in (*found.notes, *notes, *_unchecked_signature(found)):
            console.print(f"{printable_text(str(name))}: note: {printable_text(note)}")
        problems = [*found.problems, *scored]
        if found.row is not None:
            pythons[found.row.result.versions.guest.get("python", "an unknown version")] += 1
        if judge and found.row is not None and not problems:
            again = _judge_again(found, found.row, known, fetch, executor=executor, answers=answers)
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


def _judge_again(
    found: RecheckResult,
    row: Row,
    known: DatasetCache,
    fetch: Fetch | None,
    *,
    executor: Callable[[], Executor],
    answers: Path | None,
) -> Verification | None:
    """Judge the row again; return None if that is not possible on this machine (its notes say why)."""
    source = known.of(row)
    if found.notes or source is None or row.run.trust == "reported":
        return None
    completions = completions_of(row, found.path, None, fetch, answers)
    return verify(
        row,
        found.path,
        source.tasks,
        completions,
        rule=source.rule(row.result.extraction, found.path, setting=row.result.setting),
        executor=executor(),
        stage=progress,
    )
