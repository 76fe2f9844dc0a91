"""The work of `sightbench verify`."""

import contextlib
from collections.abc import Callable
from functools import partial
from pathlib import Path

from benchmark.cli.shared.check_report import check_report
from benchmark.cli.shared.results_branch import rows_folder
from benchmark.cli.shared.row_signatures import attestation_checker
from benchmark.cli.verify import many_panels, many_rows, one_panel, one_row
from benchmark.core.errors import BadInput, Differs
from benchmark.pipeline.judge.choose_executor import executor_when_needed
from benchmark.results.layout import NIGHTLY
from benchmark.results.ledger import row_files


def run(
    *,
    rows: Path | None,
    remote: str | None,
    branch: str,
    judge: bool | None,
    tasks: tuple[Path, ...],
    predictions: Path | None,
    answers: Path | None,
    assets: str,
    policy: Path,
    repository: str,
    trusted_root: Path | None,
    executor: str,
    workers: int | None,
    as_json: bool,
) -> None:
    """Check one row or panel, or all rows of a folder or a branch."""
    with check_report(as_json):
        _run(
            rows=rows,
            remote=remote,
            branch=branch,
            judge=judge,
            tasks=tasks,
            predictions=predictions,
            answers=answers,
            assets=assets,
            policy=policy,
            repository=repository,
            trusted_root=trusted_root,
            executor=executor,
            workers=workers,
        )


def _run(
    *,
    rows: Path | None,
    remote: str | None,
    branch: str,
    judge: bool | None,
    tasks: tuple[Path, ...],
    predictions: Path | None,
    answers: Path | None,
    assets: str,
    policy: Path,
    repository: str,
    trusted_root: Path | None,
    executor: str,
    workers: int | None,
) -> None:
    if (rows is None) == (remote is None):
        problem = "cannot be used with ROW" if rows else "is missing, and so is --remote"
        raise BadInput(
            "--remote" if rows else "ROW", "", problem, "name a row, a folder of rows or a repository"
        )
    attestations = attestation_checker(policy, repository, trusted_root)
    with contextlib.ExitStack() as stack:
        open_executor = executor_when_needed(executor, workers, stack)
        if rows is not None and not rows.is_dir():
            one = one_panel.run if one_panel.is_panel(rows) else partial(one_row.run, answers=answers)
            one(
                rows,
                tasks,
                predictions,
                judge=judge is not False,
                assets=assets,
                attestations=attestations,
                executor=open_executor,
                stack=stack,
            )
            return
        for given, name in ((tasks, "--tasks"), (predictions, "--predictions")):
            if given:
                raise BadInput(name, "", "can only be used with one row", "name the row")
        has_panels = rows is not None and any(many_panels.panel_files(rows))
        if rows is not None and not has_panels and not any(row_files(rows)):
            fix = "name a folder with <suite>/<dataset>/<slug>/<id>.json, or the folder nightly with panels"
            raise BadInput(rows, "", "contains no rows", fix)
        folder = stack.enter_context(rows_folder(rows or Path(), remote, branch))
        check = partial(
            _check,
            judge=bool(judge),
            assets=assets,
            attestations=attestations,
            executor=open_executor,
            stack=stack,
        )
        nightly = folder.parent / NIGHTLY
        if has_panels:
            problems = check(many_panels.run, folder)
        else:
            problems = check(partial(many_rows.run, answers=answers), folder)
            if remote is not None and any(many_panels.panel_files(nightly)):
                problems += check(many_panels.run, nightly)
    if problems:
        raise Differs("; ".join(problems))


def _check(run_all: Callable[..., None], folder: Path, **options: object) -> list[str]:
    """Check all rows or all panels; return what differs, so that the others are checked, too."""
    try:
        run_all(folder, **options)
    except Differs as error:
        return [str(error)]
    return []
