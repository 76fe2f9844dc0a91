"""Panels of nights, which `sightbench verify` checks and judges again."""

import dataclasses
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from benchmark.core.digest import canonical_json, digest_canonical, sha256_hex
from benchmark.core.sample import Completion
from benchmark.files.atomic import gzip_bytes
from benchmark.files.predictions import completions_digest, prediction_record
from benchmark.files.strict_json import dump_records
from benchmark.files.tasks import tasks_digest
from benchmark.judging import JUDGE_VERSION
from benchmark.pipeline.judge.evaluate import Evaluation
from benchmark.pipeline.record import statuses_by_task
from benchmark.pipeline.rows.verify import panel_completions
from benchmark.results.branch import publish
from benchmark.results.nights import NewRecord, Panel, add_nightly, completions_name
from benchmark.results.releases import release_tag
from benchmark.results.row import RowFile
from tests.nightly_records import panel as night_panel
from tests.sampling import gate_of

from ..conftest import SmallDataset, Suites

MakePanel = Callable[..., tuple[Panel, bytes]]
NIGHTLY = Path("branch/nightly")


def packed(completions: tuple[Completion, ...]) -> bytes:
    return gzip_bytes(dump_records(Path("panel"), map(prediction_record, completions)))


@pytest.fixture
def make(judged: Evaluation, small: SmallDataset) -> MakePanel:
    """A function that makes the panel of a night, in which each task was drawn once."""

    def panel(date: str = "2026-11-20", absent: tuple[str, ...] = (), **changes: Any) -> tuple[Panel, bytes]:
        kept = tuple(
            dataclasses.replace(completion, resolved_model="acme/vl-0501")
            for completion in small.completions
            if completion.task_id not in absent
        )
        data = packed(kept)
        statuses = {
            task: ["missing"] if task in absent else drawn
            for task, drawn in statuses_by_task(judged.outcomes).items()
        }
        fields = {
            "dataset": "rebuilt",
            "slug": "acme-vl",
            "prompt": {"name": "sightbench"},
            "model": "acme/vl",
            "tasks": {
                "count": 4,
                "digest": tasks_digest(small.tasks),
                "stems": {task.id: task.stem for task in small.tasks},
            },
            "versions": {"suite": 1, "judge": JUDGE_VERSION, "guest": judged.guest},
            "resolved_models": {"acme/vl-0501": len(kept)},
            "completions": {"count": len(kept), "draws": 1, "digest": completions_digest(kept)},
            "statuses": statuses,
            "missing": {f"{task}#0": "outage" for task in absent},
            "completions_file": {"sha256": sha256_hex(data), "bytes": len(data)},
        }
        return night_panel(date=date, **(fields | changes)), data

    return panel


def add(root: Path, *made: tuple[Panel, bytes]) -> None:
    add_nightly([NewRecord(panel, data) for panel, data in made], root / "branch")


def path_of(root: Path, panel: Panel) -> Path:
    return panel.path(root / NIGHTLY)


@pytest.fixture
def branch(tmp_path: Path, suite_is: Suites, small: SmallDataset, make: MakePanel) -> Panel:
    """A branch with one panel of today's suite."""
    suite_is(1, small.tasks)
    made = make()
    add(tmp_path, made)
    return made[0]


def edit(path: Path, change: Callable[[Any], object]) -> Path:
    """Change the result of a panel, and give it the id and the name that follow."""
    value = json.loads(path.read_bytes())
    before = value["id"]
    change(value["result"])
    value["id"] = digest_canonical(value["result"])
    new = path.with_name(f"{value['result']['date']}.{value['id']}.json")
    new.write_bytes(canonical_json(value) + b"\n")
    texts = path.with_name(path.name.replace(".json", ".completions.jsonl.gz"))
    texts.rename(texts.with_name(texts.name.replace(before, value["id"])))
    path.unlink()
    return new


@gate_of("sandbox")
def test_a_panel_judged_again_has_the_same_statuses(branch: Panel, tmp_path: Path, in_process) -> None:
    done = in_process("verify", path_of(tmp_path, branch), "--workers", 1, code=0)
    assert f"4 of 4 statuses agree with panel {branch.id[:12]}" in done.stdout
    assert f"panel {branch.id[:12]}: unattested" in done.stdout


@pytest.mark.gate
def test_without_judging_id_and_completions_are_checked(branch: Panel, tmp_path: Path, in_process) -> None:
    path = path_of(tmp_path, branch)
    done = in_process("verify", path, "--no-judge")
    assert (done.returncode, "id and digests are right" in done.stdout) == (0, True)
    path.with_name(completions_name(branch)).write_bytes(packed(()))
    done = in_process("verify", path, "--no-judge", code=2)
    assert "run.completions_file says" in done.stderr
    path.with_name(completions_name(branch)).unlink()
    assert "does not exist" in in_process("verify", path, "--no-judge").stderr
    path.write_bytes(path.read_bytes().replace(b'"acme-vl"', b'"acme-v2"'))
    assert "is not the digest of the panel's content" in in_process("verify", path, "--no-judge").stderr


def test_completions_in_a_release_are_downloaded(branch: Panel, tmp_path: Path) -> None:
    path = path_of(tmp_path, branch)
    stored = path.with_name(completions_name(branch))
    data = stored.read_bytes()
    stored.unlink()
    asked = []

    def fetch(tag: str, file: RowFile) -> bytes:
        asked.append((tag, file.name, file.bytes))
        return data

    assert len(panel_completions(branch, path, fetch=fetch)) == 4
    assert asked == [(release_tag(branch.id, [sha256_hex(data)]), stored.name, len(data))]


@pytest.mark.gate
def test_all_panels_of_a_folder_are_checked(branch, tmp_path, make, in_process) -> None:
    made = make("2026-11-21")
    add(tmp_path, made)
    whole = "2 panels checked: 0 attested, 2 unattested, "
    done = in_process("verify", NIGHTLY)
    assert (done.returncode, done.stdout) == (0, f"{whole}0 judged again, 0 wrong\n"), done.stderr
    path_of(tmp_path, branch).with_name(completions_name(branch)).unlink()
    edit(path_of(tmp_path, made[0]), lambda result: result["statuses"].update({"a-2": ["passed"]}))
    done = in_process("verify", NIGHTLY, "--judge", "--workers", 1, code=1)
    assert "does not exist" in done.stdout
    assert "differs from the new verdicts" in done.stdout
    assert f"{whole}1 judged again, 2 wrong" in done.stdout
    assert "2 of 2 panels have problems" in done.stderr


def test_panels_of_the_branch_are_checked_after_its_rows(remote, tmp_path, make, in_process) -> None:
    made = NewRecord(*make())
    publish(str(remote), lambda checkout: add_nightly([made], checkout), folder=tmp_path / "publish")
    done = in_process("verify", "--remote", remote, code=0)
    first, second = done.stdout.splitlines()
    assert (first[:14], second[:15]) == ("0 rows checked", "1 panel checked")


def test_a_wrong_signature_is_found(branch: Panel, tmp_path: Path, in_process) -> None:
    path = path_of(tmp_path, branch)
    path.with_name(f"{path.stem}.sigstore.json").mkdir()
    for arguments in ((path,), (path, "--no-judge"), (NIGHTLY,)):
        done = in_process("verify", *arguments, code=1)
        assert "its signature is refused: " in done.stdout


@pytest.mark.gate
def test_a_changed_status_is_found(branch: Panel, tmp_path: Path, in_process) -> None:
    path = edit(path_of(tmp_path, branch), lambda result: result["statuses"].update({"a-2": ["passed"]}))
    done = in_process("verify", path, "--workers", 1, code=1)
    assert "a-2#0: passed → wrong_answer" in done.stdout
    assert "3 of 4 statuses agree" in done.stdout


@pytest.mark.gate
def test_a_changed_resolved_model_is_found(branch: Panel, tmp_path: Path, in_process) -> None:
    """The completions say which model answered."""
    path = edit(path_of(tmp_path, branch), lambda result: result.update(resolved_models={"other": 4}))
    done = in_process("verify", path, "--workers", 1, code=2)
    assert "names other servers than result.resolved_models" in done.stderr


@pytest.mark.gate
@pytest.mark.usefixtures("branch")
def test_a_missing_draw_stays_missing(tmp_path: Path, make: MakePanel, in_process) -> None:
    made = make("2026-11-21", absent=("b-1",))
    add(tmp_path, made)
    done = in_process("verify", path_of(tmp_path, made[0]), "--workers", 1, code=0)
    assert f"4 of 4 statuses agree with panel {made[0].id[:12]}" in done.stdout
