"""Inspect evaluates our data sets with its mock model: same messages, scores and answers as ours."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from benchmark.pipeline import sources
from benchmark.suites import load, ranking_metric
from tests.case_files import read_cases, read_text, table

pytestmark = pytest.mark.filterwarnings("default")
ROOT = Path(__file__).parents[2]
TASKS = read_cases("tables/formats.yaml", "tasks")
#: Answers a message only if it is, with its pictures, the one that `sightbench tasks` writes.
RUN = read_text("programs/run_inspect_tasks.py")


def run(tmp_path: Path, *cases: tuple[str, str, str, str]) -> list[dict[str, Any]]:
    (tmp_path / "run.py").write_text(RUN, encoding="utf-8")
    whole = [(name, *TASKS[name], setting, protocol, kind) for name, setting, protocol, kind in cases]
    done = subprocess.run(
        [sys.executable, "run.py", json.dumps(whole)],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: list[dict[str, Any]] = json.loads(done.stdout.splitlines()[-1])
    return found


def settings() -> list[tuple[str, str]]:
    """Return the settings of each task that show pictures and need one request, some of those with shots."""
    found = []
    for name, (suite_id, dataset) in TASKS.items():
        suite = load(suite_id)
        for setting in suite.settings_for(dataset, asked=True):
            skipped = (
                setting in suite.blind.without_picture
                or "*" in setting
                or setting.endswith(("2shot", "3shot"))
            )
            if not skipped and suite.prompt("sightbench", setting).stages == 1:
                found.append((name, setting))
    return found


def test_each_setting_with_pictures_sends_our_messages_and_gold_passes(tmp_path: Path) -> None:
    asked = settings()
    assert len(asked) >= 20
    for (name, setting), found in zip(
        asked, run(tmp_path, *((*each, "", "gold") for each in asked)), strict=True
    ):
        assert (found["status"], found["task"], found["error"]) == ("success", f"sightbench/{name}", "")
        has_points = ranking_metric(*TASKS[name]) == "points"
        best = {"": {"mean": 10.0}} if has_points else {"pass_at_1": {"accuracy": 1.0}}
        values = {
            key: {k: v for k, v in each.items() if k != "stderr"} for key, each in found["scores"].items()
        }
        assert [*values.values()] == [*best.values()], setting


@pytest.mark.parametrize("kind", ["wrong", "mixed"])
def test_scores_and_imported_answers_are_those_of_evaluate(in_process, tmp_path, kind) -> None:
    cases = [(name, "", "", kind) for name in TASKS]
    cases.append(("humaneval_v_open", "", "sampled-6", kind))
    for number, (case, found) in enumerate(zip(cases, run(tmp_path, *cases), strict=True)):
        suite, dataset = TASKS[case[0]]
        out = f"{number}.jsonl"
        in_process("import", "inspect", found["log"], "--out", out, code=0)
        lines = [json.loads(line) for line in (tmp_path / out).read_text(encoding="utf-8").splitlines()]
        answers = sorted((line["task_id"], line["draw"] + 1, line["completion"]) for line in lines)
        assert answers == sorted(map(tuple, found["answers"]))
        setting = load(suite).settings_for(dataset)[0]
        asked = ["--suite", suite, "--dataset", dataset, "--setting", setting, "--partial", "--json"]
        report = json.loads(in_process("evaluate", "--predictions", out, *asked, code=0).stdout)
        ours = {each["metric"]: each["value"] for each in report["scores"] if not each["category"]}
        for reducer, metrics in found["scores"].items():
            name = "points" if "mean" in metrics else f"pass@{reducer.rpartition('_')[2]}"
            value = metrics.get("mean", metrics.get("accuracy"))
            assert value == pytest.approx(ours[name], abs=1e-6), (case, reducer)
            if kind == "wrong":
                assert value == (1.0 if name == "points" else 0.0)
        if case[2]:
            assert sorted(found["scores"]) == ["pass_at_1", "pass_at_3"]


def test_a_failure_of_ours_leaves_samples_unscored(tmp_path: Path) -> None:
    (found,) = run(tmp_path, ("mathopeval_open_choice", "", "", "broken"))
    assert (found["status"], found["unscored"]) == ("success", [3])


def test_stems_are_those_of_the_tasks(tmp_path: Path) -> None:
    (found,) = run(tmp_path, ("humaneval_v_open", "", "", "gold"))
    tasks = sources.from_suite("humaneval-v", "open").tasks[:3]
    assert found["stems"] == sorted({task.family for task in tasks})


@table("formats")
def test_a_wrong_parameter_of_inspect_s_command_is_one_error(tmp_path, arguments, message) -> None:
    inspect = Path(sys.executable).with_name("inspect")
    command = [inspect, "eval", "sightbench/humaneval_v_open", "-T", arguments, "--model", "mockllm/model"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, "Traceback" in done.stderr) == (2, False)
    assert f"Error: {message}" in done.stderr
