"""What publish believes of a panel that was judged again: its statuses, and nothing else."""

import dataclasses
from pathlib import Path
from typing import Any

import pytest

from benchmark.core.digest import sha256_hex
from benchmark.core.task import Task
from benchmark.files.predictions import completions_digest, read_predictions
from benchmark.nightly.judged_again import why_not_again
from benchmark.results.nightly.files import NewRecord
from benchmark.results.nightly.named import record_path
from benchmark.results.nightly.panel import Panel, PanelResult, PanelRun, completions_name, make_panel
from benchmark.results.nightly.series import read_panels

from ..conftest import Suites
from .test_panel_again import (
    NIGHTLY,
    REJUDGE,
    MakePanel,
    add,
    branch,
    fixed_tasks,
    make,
    no_secrets,
    packed,
    quick_machine,
    texts_of,
)

__all__ = ["branch", "fixed_tasks", "make", "no_secrets", "quick_machine"]


def forge(panel: Panel, run: dict[str, Any] | None = None, **changes: Any) -> Panel:
    """Return a panel with other fields, and the id that follows."""
    result = {**panel.result.model_dump(), **changes}
    whole = {**panel.run.model_dump(), **(run or {})}
    return make_panel(PanelResult.model_validate(result), PanelRun.model_validate(whole))


@pytest.mark.gate
@pytest.mark.usefixtures("quick_machine")
def test_a_panel_that_only_says_it_was_judged_again_is_not_believed(  # noqa: PLR0917
    branch: Panel,
    tmp_path: Path,
    make: MakePanel,
    fixed_tasks: tuple[Task, ...],
    suite_is: Suites,
    in_process,
) -> None:
    """The job that judges again runs answers, which may have written what it hands on."""
    missing = make("2026-11-21", absent=("b-1",))
    add(tmp_path, missing)
    suite_is(2, fixed_tasks)
    assert in_process(*REJUDGE).returncode == 0
    new, later = read_panels(tmp_path / "out/nightly")
    data, known = texts_of(tmp_path / "out/nightly", new), [branch, missing[0]]
    versions = new.result.versions.model_dump()
    three = {task: new.result.statuses[task] for task in ("a-1", "a-2", "b-1")}
    kept = read_predictions(record_path(tmp_path / NIGHTLY, branch).with_name(completions_name(branch)))
    fewer = tuple(one for one in kept if one.task_id in three)
    counts = {"count": 3, "draws": 1, "digest": completions_digest(fewer)}
    tasks = new.result.tasks.model_dump()
    stems = {task: tasks["stems"][task] for task in three}
    others = tuple(dataclasses.replace(one, text=f"{one.text}#") for one in kept)
    file = {"sha256": sha256_hex(packed(others)), "bytes": len(packed(others))}
    better = {"count": 4, "draws": 1, "digest": completions_digest(others)}
    forged = {
        "no panel of this night": forge(new, date="2026-11-22"),
        "are not those of this code": forge(new, versions={**versions, "suite": 99}),
        "versions (suite 2, judge 99)": forge(new, versions={**versions, "judge": 99}),
        "its cost": forge(new, {"cost_usd": 5.0}),
        "tokens, row": forge(new, {"tokens_in": 5}),
        "with the same request": forge(new, model="acme/best"),
        "rule of extraction": forge(new, extraction={"name": "other"}),
        "its tasks are not": forge(
            new,
            statuses=three,
            tasks={**tasks, "count": 3, "stems": stems},
            completions=counts,
            resolved_models={},
        ),
        "of the data set as it is today": forge(new, tasks={**tasks, "stems": {}}),
        "other names of servers": forge(new, fingerprints={"fp": 1}),
    }
    other = {"links": {"CI run": "https://github.com/octo/bench/actions/runs/7"}}
    forged["nor of this workflow run"] = forge(new, other)
    for why, panel in forged.items():
        assert why in why_not_again(NewRecord(panel, data), known, tmp_path / NIGHTLY, None)
    panel = forge(new, {"completions_file": file}, completions=better)
    assert "its completions are not" in why_not_again(
        NewRecord(panel, packed(others)), known, tmp_path / NIGHTLY, None
    )
    assert "cannot be compared" in why_not_again(NewRecord(panel, data), known, tmp_path / NIGHTLY, None)
    passed = {**later.result.statuses, "b-1": ["passed"]}
    count = {**later.result.completions.model_dump(), "count": 4}
    given = forge(later, {"missing": {}}, statuses=passed, completions=count)
    assert "are missing in the panel" in why_not_again(NewRecord(given), known, tmp_path / NIGHTLY, None)
    for panel in (new, later):
        assert why_not_again(NewRecord(panel, data), known, tmp_path / NIGHTLY, None) == ""
    named = NewRecord(forge(new, other), data)
    assert why_not_again(named, known, tmp_path / NIGHTLY, None, other["links"]) == ""
