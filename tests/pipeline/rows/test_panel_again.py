"""Panels of nights: `sightbench verify` judges one again, `sightbench ci night-rejudge` all outdated ones."""

import dataclasses
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from benchmark.chain.jobs import scoring
from benchmark.core.digest import canonical_json, digest_canonical, sha256_hex
from benchmark.core.sample import Completion
from benchmark.core.task import Task
from benchmark.files.atomic import gzip_bytes
from benchmark.files.jsonl import dump_records
from benchmark.files.predictions import completions_digest, prediction_record
from benchmark.files.tasks import tasks_digest
from benchmark.judging.judge import JUDGE_VERSION
from benchmark.nightly import rejudging
from benchmark.nightly.judged_again import why_not_again
from benchmark.pipeline.judge.evaluate import Evaluation
from benchmark.pipeline.rows.record import statuses_by_task
from benchmark.results.branch import publish
from benchmark.results.nightly.files import NewRecord, add_nightly
from benchmark.results.nightly.named import record_path
from benchmark.results.nightly.panel import Panel, PanelResult, PanelRun, completions_name, make_panel
from benchmark.results.nightly.series import panel_histories, read_panels

from ..conftest import SmallDataset, Suites

MakePanel = Callable[..., tuple[Panel, bytes]]
NIGHTLY = Path("branch/nightly")
REJUDGE = ("ci", "night-rejudge", "--nightly", NIGHTLY, "--out", "out", "--workers", 1)


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
        result: dict[str, Any] = {
            "suite": "code-vision",
            "dataset": "rebuilt",
            "slug": "acme-vl",
            "setting": "flowchart",
            "protocol": "cool-1",
            "prompt": {"name": "sightbench"},
            "extraction": {"name": "own"},
            "provider": "openai",
            "model": "acme/vl",
            "tasks": {
                "count": 4,
                "digest": tasks_digest(small.tasks),
                "stems": {task.id: task.stem for task in small.tasks},
            },
            "sample": {"kind": "all"},
            "versions": {"suite": 1, "judge": JUDGE_VERSION, "guest": judged.guest},
            "date": date,
            "stage": 1,
            "resolved_models": {"acme/vl-0501": len(kept)},
            "fingerprints": {},
            "completions": {"count": len(kept), "draws": 1, "digest": completions_digest(kept)},
            "statuses": statuses,
        }
        run = {
            "started": f"{date}T03:00:00Z",
            "seconds": 2.5,
            "cpu_seconds": 1.5,
            "machine": {"system": "Linux", "python": "3.11.9", "cpus": 2},
            "missing": {f"{task}#0": "outage" for task in absent},
            "completions_file": {"sha256": sha256_hex(data), "bytes": len(data)},
            "cost_usd": 0.25,
        }
        result |= changes
        return make_panel(PanelResult.model_validate(result), PanelRun.model_validate(run)), data

    return panel


def add(root: Path, *made: tuple[Panel, bytes]) -> None:
    add_nightly([NewRecord(panel, data) for panel, data in made], root / "branch")


def path_of(root: Path, panel: Panel) -> Path:
    return record_path(root / NIGHTLY, panel)


@pytest.fixture
def branch(tmp_path: Path, suite_is: Suites, small: SmallDataset, make: MakePanel) -> Panel:
    """A branch with one panel of today's suite."""
    suite_is(1, small.tasks)
    made = make()
    add(tmp_path, made)
    return made[0]


@pytest.fixture
def fixed_tasks(small: SmallDataset, make_task: Callable[..., Task]) -> tuple[Task, ...]:
    """The tasks of a new version: the wrong test of a-2 is corrected."""
    tasks = {task.id: task for task in small.tasks}
    return (
        tasks["a-1"],
        make_task("a-2", "assert f(2) == 6", stem="a", level="easy"),
        tasks["b-1"],
        tasks["b-2"],
    )


@pytest.fixture
def quick_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sandbox is not probed, which takes two seconds; the tests of score jobs do."""
    monkeypatch.setattr(scoring, "probe", lambda: ((), ()))


@pytest.fixture(autouse=True)
def no_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    """The environment of a step without secrets."""
    for name in list(os.environ):
        if name not in ("PATH", "HOME", "TMPDIR", "PYTHONPATH") and not name.startswith("PYTEST"):
            monkeypatch.delenv(name)


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


def test_a_panel_judged_again_has_the_same_id(branch: Panel, tmp_path: Path, in_process) -> None:
    done = in_process("verify", path_of(tmp_path, branch), "--workers", 1)
    assert done.returncode == 0, done.stderr
    assert f"4 of 4 statuses agree with panel {branch.id[:12]}" in done.stdout
    assert "the id is the same" in done.stdout
    assert f"panel {branch.id[:12]}: unattested" in done.stdout


def test_without_judging_id_and_completions_are_checked(branch: Panel, tmp_path: Path, in_process) -> None:
    path = path_of(tmp_path, branch)
    done = in_process("verify", path, "--no-judge")
    assert (done.returncode, "id and digests are right" in done.stdout) == (0, True)
    path.with_name(completions_name(branch)).write_bytes(packed(()))
    done = in_process("verify", path, "--no-judge")
    assert done.returncode == 2
    assert "run.completions_file says" in done.stderr
    path.with_name(completions_name(branch)).unlink()
    assert "does not exist" in in_process("verify", path, "--no-judge").stderr
    path.write_bytes(path.read_bytes().replace(b'"acme-vl"', b'"acme-v2"'))
    assert "is not the digest of the panel's content" in in_process("verify", path, "--no-judge").stderr


@pytest.mark.gate
def test_all_panels_of_a_folder_are_checked(
    branch: Panel, tmp_path: Path, make: MakePanel, in_process
) -> None:
    made = make("2026-11-21")
    add(tmp_path, made)
    whole = "2 panels checked: 0 attested, 2 unattested, "
    done = in_process("verify", NIGHTLY)
    assert (done.returncode, done.stdout) == (0, f"{whole}0 judged again, 0 wrong\n"), done.stderr
    path_of(tmp_path, branch).with_name(completions_name(branch)).unlink()
    edit(path_of(tmp_path, made[0]), lambda result: result["statuses"].update({"a-2": ["passed"]}))
    done = in_process("verify", NIGHTLY, "--judge", "--workers", 1)
    assert done.returncode == 1
    assert "does not exist" in done.stdout
    assert "differs from the new verdicts" in done.stdout
    assert f"{whole}1 judged again, 2 wrong" in done.stdout
    assert "2 of 2 panels have problems" in done.stderr


def test_panels_of_the_branch_are_checked_after_its_rows(
    remote: Path, tmp_path: Path, make: MakePanel, in_process
) -> None:
    made = NewRecord(*make())
    publish(str(remote), lambda checkout: add_nightly([made], checkout), folder=tmp_path / "publish")
    done = in_process("verify", "--remote", remote)
    assert done.returncode == 0, done.stderr
    first, second = done.stdout.splitlines()
    assert (first[:14], second[:15]) == ("0 rows checked", "1 panel checked")


def test_a_wrong_signature_is_found(branch: Panel, tmp_path: Path, in_process) -> None:
    path = path_of(tmp_path, branch)
    path.with_name(f"{path.stem}.sigstore.json").mkdir()
    for arguments in ((path,), (path, "--no-judge"), (NIGHTLY,)):
        done = in_process("verify", *arguments)
        assert done.returncode == 1
        assert "its signature is refused: " in done.stdout


def test_a_changed_status_is_found(branch: Panel, tmp_path: Path, in_process) -> None:
    path = edit(path_of(tmp_path, branch), lambda result: result["statuses"].update({"a-2": ["passed"]}))
    done = in_process("verify", path, "--workers", 1)
    assert done.returncode == 1
    assert "a-2#0: passed → wrong_answer" in done.stdout
    assert "3 of 4 statuses agree" in done.stdout


@pytest.mark.gate
def test_a_changed_resolved_model_is_found(branch: Panel, tmp_path: Path, in_process) -> None:
    """The completions say which model answered."""
    path = edit(path_of(tmp_path, branch), lambda result: result.update(resolved_models={"other": 4}))
    done = in_process("verify", path, "--workers", 1)
    assert done.returncode == 1
    assert "does not say what its completions say" in done.stderr


@pytest.mark.gate
@pytest.mark.usefixtures("branch")
def test_a_missing_draw_stays_missing(tmp_path: Path, make: MakePanel, in_process) -> None:
    made = make("2026-11-21", absent=("b-1",))
    add(tmp_path, made)
    done = in_process("verify", path_of(tmp_path, made[0]), "--workers", 1)
    assert done.returncode == 0, done.stderr + done.stdout
    assert "the id is the same" in done.stdout


@pytest.mark.usefixtures("branch")
def test_current_panels_are_not_judged_again(tmp_path: Path, in_process) -> None:
    done = in_process(*REJUDGE)
    assert (done.returncode, done.stdout.splitlines()) == (
        0,
        ["0 panels to judge again", "0 panels judged again, 0 not, 0 left"],
    )
    assert not (tmp_path / "out").exists()


@pytest.mark.gate
@pytest.mark.usefixtures("quick_machine")
def test_a_new_version_of_the_suite_gives_new_panels_of_the_old_nights(  # noqa: PLR0917
    branch: Panel,
    tmp_path: Path,
    make: MakePanel,
    fixed_tasks: tuple[Task, ...],
    suite_is: Suites,
    in_process,
) -> None:
    add(tmp_path, make("2026-11-21", absent=("b-1",)))
    suite_is(2, fixed_tasks)
    before = {path: path.read_bytes() for path in (tmp_path / NIGHTLY).rglob("*") if path.is_file()}
    assert "2 panels to judge again" in in_process(*REJUDGE, "--dry-run").stdout
    done = in_process(*REJUDGE, "--limit", 1)
    assert done.returncode == 0, done.stderr
    assert "1 panel judged again, 0 not, 1 left" in done.stdout
    assert [panel.night for panel in read_panels(tmp_path / "out/nightly")] == ["2026-11-20"]
    assert "1 panel judged again, 0 not, 0 left" in in_process(*REJUDGE).stdout
    assert "0 panels to judge again" in in_process(*REJUDGE).stdout
    new = read_panels(tmp_path / "out/nightly")
    assert [(panel.night, panel.result.versions.suite) for panel in new] == [
        ("2026-11-20", 2),
        ("2026-11-21", 2),
    ]
    assert [panel.result.statuses["a-2"] for panel in new] == [["passed"], ["passed"]]
    assert new[1].result.statuses["b-1"] == ["missing"]
    assert (new[1].run.missing, new[1].run.cost_usd) == ({"b-1#0": "outage"}, 0.0)
    assert new[0].result.completions == branch.result.completions
    assert {path: path.read_bytes() for path in before} == before
    added = [(panel, texts_of(tmp_path / "out/nightly", panel)) for panel in new]
    add(tmp_path, *added)
    old_history, new_history = panel_histories(read_panels(tmp_path / NIGHTLY))
    assert (old_history.nights, new_history.nights) == (("2026-11-20", "2026-11-21"),) * 2
    assert in_process("verify", path_of(tmp_path, new[0]), "--workers", 1).returncode == 0


def texts_of(nightly: Path, panel: Panel) -> bytes:
    return record_path(nightly, panel).with_name(completions_name(panel)).read_bytes()


@pytest.mark.gate
@pytest.mark.usefixtures("quick_machine")
def test_a_removed_task_leaves_the_panel(
    branch: Panel, tmp_path: Path, fixed_tasks: tuple[Task, ...], suite_is: Suites, in_process
) -> None:
    suite_is(2, fixed_tasks[:3])
    assert in_process(*REJUDGE).returncode == 0
    (new,) = read_panels(tmp_path / "out/nightly")
    assert (sorted(new.result.statuses), new.result.completions.count) == (["a-1", "a-2", "b-1"], 3)
    assert new.result.resolved_models == {"acme/vl-0501": 3}
    made = NewRecord(new, texts_of(tmp_path / "out/nightly", new))
    assert why_not_again(made, [branch], tmp_path / NIGHTLY, None) == ""
    add(tmp_path, (new, made.completions or b""))
    assert in_process("verify", path_of(tmp_path, new), "--workers", 1).returncode == 0
    path_of(tmp_path, branch).with_name(completions_name(branch)).unlink()
    assert "cannot be compared" in why_not_again(made, [branch], tmp_path / NIGHTLY, None)


@pytest.mark.gate
@pytest.mark.usefixtures("quick_machine")
def test_a_sample_keeps_its_tasks_when_the_data_set_grows(  # noqa: PLR0917
    tmp_path: Path,
    make: MakePanel,
    small: SmallDataset,
    make_task: Callable[..., Task],
    suite_is: Suites,
    in_process,
) -> None:
    sample = {"kind": "stratified", "seed": 1, "strata": {"easy": ["a-1", "a-2"], "hard": ["b-1", "b-2"]}}
    add(tmp_path, make(sample=sample), make("2026-11-21"))
    suite_is(2, (*small.tasks, make_task("c-1", stem="c")))
    done = in_process(*REJUDGE)
    assert done.returncode == 0
    assert "not judged again: " in done.stdout
    assert "has no completions for 1 new tasks of its data set, such as 'c-1'" in done.stdout
    (new,) = read_panels(tmp_path / "out/nightly")
    assert (new.night, new.result.tasks.count, len(new.result.statuses)) == ("2026-11-20", 5, 4)


@pytest.mark.gate
@pytest.mark.usefixtures("quick_machine")
def test_completions_that_are_gone_are_listed(  # noqa: PLR0917
    branch: Panel,
    tmp_path: Path,
    make: MakePanel,
    fixed_tasks: tuple[Task, ...],
    suite_is: Suites,
    in_process,
) -> None:
    add(tmp_path, make("2026-11-21"))
    path_of(tmp_path, branch).with_name(completions_name(branch)).unlink()
    suite_is(2, fixed_tasks)
    done = in_process(*REJUDGE, "--limit", 1)
    assert done.returncode == 0
    assert "does not exist" in done.stdout
    assert "1 panel judged again, 1 not, 0 left" in done.stdout


@pytest.mark.parametrize(("field", "value"), [("judge", 0), ("guest", {"python": "3.11.1"})])
def test_another_judge_or_guest_outdates_a_panel(  # noqa: PLR0917
    field: str, value: object, small: SmallDataset, make: MakePanel, suite_is: Suites, judged: Evaluation
) -> None:
    suite_is(1, small.tasks)
    today = rejudging.TodaysTasks(judged.guest)
    versions = {"suite": 1, "judge": JUDGE_VERSION, "guest": judged.guest}
    current, _ = make()
    older, _ = make(versions={**versions, field: value})
    other, _ = make("2026-11-19", versions={**versions, field: value})
    assert rejudging.outdated_panels([older], today) == (older,)
    assert rejudging.outdated_panels([older, current], today) == ()
    assert rejudging.outdated_panels([current, older, other], today) == (other,)


def test_only_the_newest_panel_of_a_night_is_judged(
    small: SmallDataset, make: MakePanel, suite_is: Suites, judged: Evaluation
) -> None:
    suite_is(3, small.tasks)
    versions = {"judge": JUDGE_VERSION, "guest": judged.guest}
    first, second = (make(versions={"suite": suite, **versions})[0] for suite in (1, 2))
    today = rejudging.TodaysTasks(judged.guest)
    assert rejudging.outdated_panels([second, first], today) == (second,)


@pytest.mark.usefixtures("branch")
def test_nothing_is_judged_where_a_secret_is_set(
    fixed_tasks: tuple[Task, ...],
    suite_is: Suites,
    monkeypatch: pytest.MonkeyPatch,
    in_process,
) -> None:
    suite_is(2, fixed_tasks)
    monkeypatch.setenv("OPENAI_API_KEY", "a-key-of-nobody")
    done = in_process(*REJUDGE)
    assert done.returncode == 2
    assert "may hold secrets: OPENAI_API_KEY" in done.stderr


def test_a_truncated_panel_is_an_error(branch: Panel, tmp_path: Path, in_process) -> None:
    path = path_of(tmp_path, branch)
    path.write_bytes(path.read_bytes()[:100])
    done = in_process(*REJUDGE)
    assert (done.returncode, path.name in done.stderr) == (2, True)
    assert in_process(*REJUDGE[:3], "no/such/folder", *REJUDGE[4:]).returncode == 2


def test_before_the_first_night_there_is_nothing_to_judge(tmp_path: Path, in_process) -> None:
    (tmp_path / "branch").mkdir()
    assert "0 panels to judge again" in in_process(*REJUDGE).stdout
