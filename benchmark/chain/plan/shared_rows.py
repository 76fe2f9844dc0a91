"""A row that was made on the day of a night: its first draws give the panel, so nothing is asked again."""

import shutil
from pathlib import Path

from benchmark.chain.plan.due_runs import SubmittedRun
from benchmark.chain.plan.job import Plan, PlannedRun
from benchmark.chain.plan.panel_plan import PanelPlan
from benchmark.chain.plan.run_lookup import read_source
from benchmark.core.errors import BadInput
from benchmark.files.atomic import make_folder
from benchmark.judging.judge import JUDGE_VERSION
from benchmark.results.attestation import AttestationChecker
from benchmark.results.heads import read_heads
from benchmark.results.ledger import read_row, read_row_in_place, row_place, withdrawn_ids
from benchmark.results.row import Row
from benchmark.suites import SUITES

SHARED = "shared"  #: folder next to a plan with the rows whose completions its panels share


def find_shared_row(
    rows: Path, submitted: SubmittedRun, panel: PanelPlan, checker: AttestationChecker
) -> Path | None:
    """Return the file of the oldest row that gives a panel; None if there is none.

    Its completions were asked for on the night's date, with the same request, on the same tasks, and judged
    by the versions of today. In a repository that signs rows, its signature must hold.

    Args:
        rows: the folder of rows.
        submitted: the run.
        panel: what the night would ask.
        checker: checks the signatures of rows.

    Raises:
        BadInput: if a row cannot be read.
    """
    heads = [
        head
        for head in read_heads(rows, [submitted.name.slug])
        if (head.run, head.request, head.started[: len(panel.date)])
        == (submitted.name, submitted.request, panel.date)
    ]
    gone = withdrawn_ids(rows) if heads else frozenset()
    for head in heads:
        name = head.run
        path = row_place(rows, name.suite, name.dataset, name.slug, head.id)
        row = read_row_in_place(rows, path)
        signed = checker.signer is None or checker.check_file(path, row).holds
        if row.id not in gone and signed and _gives(row, path, submitted, panel):
            return path
    return None


def copy_shared_rows(plan: Plan, rows: Path, folder: Path) -> None:
    """Copy the rows that panels of a plan share, with their completions, next to the plan.

    Args:
        plan: the plan.
        rows: the folder of rows.
        folder: the folder of the plan's file.
    """
    for planned in plan.runs:
        if planned.panel is None or planned.panel.row is None:
            continue
        path = row_place(rows, planned.suite, planned.dataset, planned.slug, planned.panel.row)
        described = read_row_in_place(rows, path).run.completions_file
        make_folder(folder / SHARED)
        for name in (path.name, "" if described is None else described.name):
            if name:
                shutil.copyfile(path.parent / name, folder / SHARED / name)


def read_shared_row(planned: PlannedRun, folder: Path) -> tuple[Row, Path]:
    """Return the row that a planned panel shares, and its path.

    Args:
        planned: the run with the panel.
        folder: the folder of the plan's file.

    Raises:
        BadInput: if the row is missing, was changed, or is not one of the run.
    """
    identifier = "" if planned.panel is None else str(planned.panel.row)
    path = folder / SHARED / f"{identifier}.json"
    if not path.is_file():
        raise BadInput(path, "", "does not exist", "accept the plan again; that copies the row")
    row = read_row(path)
    result = row.result
    found = (result.suite, result.dataset, result.setting, result.protocol, result.prompt.name)
    if (row.id, result.submission.slug, *found, row.run.request) != (
        identifier,
        *planned.name,
        planned.request,
    ):
        raise BadInput(path, "result", f"is not a row of {planned.name}", "accept the plan again")
    return row, path


def _gives(row: Row, path: Path, submitted: SubmittedRun, panel: PanelPlan) -> bool:
    """Whether a row has all that a panel needs."""
    result, run = row.result, row.run
    source, digest = read_source(submitted)
    versions = (SUITES[submitted.run.suite].version, JUDGE_VERSION)
    return (
        run.trust == "verified"
        and run.generation is not None
        and run.generation.started.startswith(panel.date)
        and run.completions_file is not None
        and (path.parent / run.completions_file.name).is_file()  # larger ones are assets of a release
        and result.extraction == "own"
        and (result.versions.suite, result.versions.judge) == versions
        and result.tasks.digest == digest
        and {task.id for task in panel.chosen(source.tasks)} <= set(result.statuses)
        and any(result.statuses[task.id][0] != "missing" for task in panel.chosen(source.tasks))
    )
