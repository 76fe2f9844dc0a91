"""The work of `sightbench verify` for all panels of a folder or of the results branch."""

import contextlib
from collections.abc import Callable
from pathlib import Path

from benchmark.cli.shared.assets import asset_fetcher
from benchmark.cli.shared.console import output, progress
from benchmark.cli.verify.one_panel import print_verification
from benchmark.cli.verify.totals import print_totals
from benchmark.core.errors import BadInput, printable_text
from benchmark.core.executor import Executor
from benchmark.files.bounded import read_bytes
from benchmark.files.tasks import tasks_digest
from benchmark.pipeline import sources
from benchmark.pipeline.rows.panel_again import panel_completions, verify_panel
from benchmark.pipeline.rows.row_files import Fetch
from benchmark.results.attestation import AttestationChecker
from benchmark.results.layout import ROW_FILE_LIMIT
from benchmark.results.nightly.files import NIGHTLY_LIMIT, RECORD_NAME, parse_record
from benchmark.results.nightly.panel import Panel, completions_name


def panel_files(nightly: Path) -> tuple[Path, ...]:
    """Return the files of all panels in the folder ``nightly``, sorted."""
    found = (nightly / Panel.folder).glob("*/*/*/*.json")
    return tuple(sorted(path for path in found if RECORD_NAME.fullmatch(path.name)))


def run(
    nightly: Path,
    *,
    judge: bool,
    assets: str,
    attestations: AttestationChecker,
    executor: Callable[[], Executor],
    stack: contextlib.ExitStack,
) -> None:
    """Check all panels; print the problems of each, and how many were checked and are attested.

    Raises:
        Differs: if a panel has a problem.
    """
    paths = panel_files(nightly)
    console, fetch = output(), asset_fetcher(assets, stack)
    wrong = judged = attested = 0
    for path in paths:
        name = printable_text(str(path.relative_to(nightly)))
        problems: list[str] = []
        try:
            panel = parse_record(Panel, read_bytes(path, NIGHTLY_LIMIT), path, nightly)
            found = attestations.check_file(path, panel)
            attested += found.holds
            if found.state == "refused":
                problems.append(f"its signature is refused: {found.reason}")
            elif found.state == "unchecked":
                console.print(f"{name}: note: its signature was not checked: {printable_text(found.reason)}")
            note = _why_not_read(panel, path, fetch) or (_why_not_judged(panel) if judge else "")
            if note:
                console.print(f"{name}: note: {printable_text(note)}")
            else:
                again = _verify(panel, path, fetch, executor=executor, judge=judge)
                judged += judge
                problems += again
        except BadInput as error:
            problems += (each.located for each in error.problems)
        for problem in problems:
            console.print(f"{name}: {printable_text(problem)}")
        wrong += bool(problems)
    print_totals("panel", len(paths), attested=attested, judged=judged, wrong=wrong)


def _verify(
    panel: Panel, path: Path, fetch: Fetch | None, *, executor: Callable[[], Executor], judge: bool
) -> tuple[str, ...]:
    """Check the completions of a panel, and judge them again if ``judge`` is set; return the problems."""
    kept = panel_completions(panel, path, fetch=fetch)
    if not judge:
        return ()
    source = sources.from_suite(panel.result.suite, panel.result.dataset, path)
    again = verify_panel(panel, path, source, kept, executor=executor(), stage=progress)
    print_verification(again)
    if again.differing:
        return ("differs from the new verdicts",)
    return ("does not say what its completions say",) if again.contradicts else ()


def _why_not_read(panel: Panel, path: Path, fetch: Fetch | None) -> str:
    """Return why the completions are not checked; empty if they are."""
    described = panel.run.completions_file
    if described is None:
        return "names no file of completions"
    there = path.with_name(completions_name(panel)).exists()
    if fetch is None and described.bytes > ROW_FILE_LIMIT and not there:
        return f"{completions_name(panel)} is an asset of a release; check it with --assets OWNER/NAME"
    return ""


def _why_not_judged(panel: Panel) -> str:
    """Return why a panel cannot be judged on this machine; empty if it can."""
    name = f"{panel.result.suite} {panel.result.dataset}"
    try:
        source = sources.from_suite(panel.result.suite, panel.result.dataset, "panel")
    except BadInput:
        return f"its tasks are not on this machine: {name}"
    if tasks_digest(source.tasks) != panel.result.tasks.digest:
        return f"its tasks are those of another version of {name}"
    return ""
