"""The work of `sightbench verify` for one panel of a night, and for all panels of a folder or branch."""

from pathlib import Path

from benchmark.analysis.ledger_report import describe_attestation
from benchmark.cli.shared.console import output, progress
from benchmark.cli.verify.rows import Checks, print_statuses, print_totals
from benchmark.core.errors import BadInput, Differs, printable_text
from benchmark.pipeline import sources
from benchmark.pipeline.rows.panel_files import panel_completions, panel_files, why_not_judged, why_not_read
from benchmark.pipeline.rows.verify import verify_panel
from benchmark.results.branch_record import read_record
from benchmark.results.nights import Panel

_SHOWN_ID = 12


def verify_one_panel(file: Path, tasks: tuple[Path, ...], predictions: Path | None, checks: Checks) -> None:
    """Check one panel, judge its completions again if the checks say so, and print what differs.

    Raises:
        BadInput: if the panel or its completions are invalid.
        Differs: if a new verdict differs, or the panel has a wrong signature.
    """
    panel = read_record(Panel, file)
    name = f"panel {panel.id[:_SHOWN_ID]}"
    found = checks.attestations.check_file(file, panel)
    output().print(describe_attestation(panel, found, checks.attestations.signer, "panel"))
    if found.state == "refused":
        raise Differs(f"{name} has a wrong signature", "restore the panel and its signature")
    problems = _verify(panel, file, checks, tasks, predictions)
    if not checks.judge:
        output().print(f"{name}: id and digests are right; nothing was judged again")
    if problems:
        raise Differs(f"{name} {problems[0]}")


def verify_panels(nightly: Path, checks: Checks) -> None:
    """Check all panels; print the problems of each, and how many were checked and are attested.

    Raises:
        Differs: if a panel has a problem.
    """
    paths = panel_files(nightly)
    console = output()
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
            note = why_not_read(panel, path, checks.fetch) or (why_not_judged(panel) if checks.judge else "")
            if note:
                console.print(f"{name}: note: {printable_text(note)}")
            else:
                again = _verify(panel, path, checks)
                judged += checks.judge
                problems += again
        except BadInput as error:
            problems += (each.located for each in error.problems)
        for problem in problems:
            console.print(f"{name}: {printable_text(problem)}")
        wrong += bool(problems)
    print_totals("panel", len(paths), attested=attested, judged=judged, wrong=wrong)


def _verify(
    panel: Panel, path: Path, checks: Checks, tasks: tuple[Path, ...] = (), predictions: Path | None = None
) -> tuple[str, ...]:
    """Check the completions of a panel, and judge them again if asked; return the problems."""
    kept = panel_completions(panel, path, predictions, checks.fetch)
    if not checks.judge:
        return ()
    result = panel.result
    source = sources.from_files(tasks) if tasks else sources.from_suite(result.suite, result.dataset, path)
    again = verify_panel(panel, path, source, kept, executor=checks.executor(), stage=progress)
    print_statuses(panel, again.differing, again.left_out)
    return ("differs from the new verdicts",) if again.differing else ()
