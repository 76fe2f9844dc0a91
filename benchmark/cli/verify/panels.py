"""The work of `sightbench verify` for one panel of a night, and for all panels of a folder or branch."""

import tempfile
from pathlib import Path

from benchmark.cli.shared.console import output, progress
from benchmark.cli.shared.row_signatures import describe_attestation
from benchmark.cli.verify.rows import Checks, print_totals
from benchmark.core.errors import BadInput, Differs, printable_text
from benchmark.core.sample import Completion
from benchmark.files import strict_json
from benchmark.files.bounded import read_bytes
from benchmark.files.edge import validate_record
from benchmark.files.tasks import tasks_digest
from benchmark.pipeline import sources
from benchmark.pipeline.rows.row_files import Fetch
from benchmark.pipeline.rows.verify import PanelVerification, verify_panel
from benchmark.results.layout import NIGHTLY, ROW_FILE_LIMIT
from benchmark.results.nightly.completions import read_completions
from benchmark.results.nightly.files import NIGHTLY_LIMIT, RECORD_NAME, parse_record
from benchmark.results.nightly.named import record_path
from benchmark.results.nightly.panel import Panel, completions_name
from benchmark.results.row import RowFile

_SHOWN_ID = 12


def is_panel(path: Path) -> bool:
    """Whether a file has the name of a panel: the night and the id, while a row has the id only."""
    return RECORD_NAME.fullmatch(path.name) is not None


def verify_one_panel(file: Path, tasks: tuple[Path, ...], predictions: Path | None, checks: Checks) -> None:
    """Check one panel, judge its completions again if the checks say so, and print what differs.

    Raises:
        BadInput: if the panel or its completions are invalid.
        Differs: if a new verdict differs, or the panel has a wrong signature.
    """
    panel = read_panel(file)
    name = f"panel {panel.id[:_SHOWN_ID]}"
    found = checks.attestations.check_file(file, panel)
    output().print(describe_attestation(panel, found, checks.attestations.signer, "panel"))
    if found.state == "refused":
        raise Differs(f"{name} has a wrong signature", "restore the panel and its signature")
    kept = panel_completions(panel, file, predictions, checks.fetch)
    if not checks.judge:
        output().print(f"{name}: id and digests are right; nothing was judged again")
        return
    result = panel.result
    source = sources.from_files(tasks) if tasks else sources.from_suite(result.suite, result.dataset, file)
    verification = verify_panel(panel, file, source, kept, executor=checks.executor(), stage=progress)
    print_verification(panel, verification)
    if verification.differing:
        raise Differs(f"{name} differs from the new verdicts")


def panel_completions(
    panel: Panel, path: Path, predictions: Path | None = None, fetch: Fetch | None = None
) -> tuple[Completion, ...]:
    """Return the completions of a panel, after checking that they are those from which it was made.

    Args:
        panel: the panel in ``path``.
        path: path of the panel; its completions are next to it, or an asset of a release.
        predictions: a file of completions to read instead.
        fetch: downloads completions that are not next to the panel; None for no download.

    Raises:
        BadInput: if they are missing, or are not those from which the panel was made.
    """
    described, name = panel.run.completions_file, completions_name(panel)
    local = predictions or path.with_name(name)
    if fetch is None or described is None or local.exists():
        return read_completions(panel, local)
    data = fetch(panel.id, RowFile(name=name, sha256=described.sha256, bytes=described.bytes))
    with tempfile.TemporaryDirectory(prefix="sightbench-") as folder:
        download = Path(folder) / name
        download.write_bytes(data)
        return read_completions(panel, download)


def read_panel(path: Path) -> Panel:
    """Read a panel from any folder, and check its schema, its id and the name of its file.

    Raises:
        BadInput: if it is not valid.
    """
    data = read_bytes(path, NIGHTLY_LIMIT)
    panel = validate_record(Panel, strict_json.loads(data, path), path)
    place = record_path(Path(NIGHTLY), panel)
    try:
        parse_record(Panel, data, place, Path(NIGHTLY))
    except BadInput as error:
        raise BadInput(path, error.place, error.problem, error.fix) from None
    if path.name != place.name:
        raise BadInput(
            path, "", "the file's name is not the panel's night and id", f"rename it to {place.name}"
        )
    return panel


def print_verification(panel: Panel, verification: PanelVerification) -> None:
    """Print what differs between the panel and the new verdicts, and how many statuses agree."""
    console = output()
    for line in verification.differing:
        console.print(line)
    for line in verification.left_out:
        console.print(f"note: missing in the panel, so not compared: {line}")
    samples = sum(map(len, panel.result.statuses.values()))
    agreeing = samples - len(verification.differing)
    console.print(f"{agreeing} of {samples} statuses agree with panel {panel.id[:_SHOWN_ID]}")


def panel_files(nightly: Path) -> tuple[Path, ...]:
    """Return the files of all panels in the folder ``nightly``, sorted."""
    found = (nightly / Panel.folder).glob("*/*/*/*.json")
    return tuple(sorted(path for path in found if RECORD_NAME.fullmatch(path.name)))


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
            panel = parse_record(Panel, read_bytes(path, NIGHTLY_LIMIT), path, nightly)
            found = checks.attestations.check_file(path, panel)
            attested += found.holds
            if found.state == "refused":
                problems.append(f"its signature is refused: {found.reason}")
            elif found.state == "unchecked":
                console.print(f"{name}: note: its signature was not checked: {printable_text(found.reason)}")
            note = _why_not_read(panel, path, checks.fetch) or (
                _why_not_judged(panel) if checks.judge else ""
            )
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


def _verify(panel: Panel, path: Path, checks: Checks) -> tuple[str, ...]:
    """Check the completions of a panel, and judge them again if asked; return the problems."""
    kept = panel_completions(panel, path, fetch=checks.fetch)
    if not checks.judge:
        return ()
    source = sources.from_suite(panel.result.suite, panel.result.dataset, path)
    again = verify_panel(panel, path, source, kept, executor=checks.executor(), stage=progress)
    print_verification(panel, again)
    return ("differs from the new verdicts",) if again.differing else ()


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
