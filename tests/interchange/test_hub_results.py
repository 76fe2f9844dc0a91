"""Tests of `export rows --format eval-results`, with the hub's own reader."""

from pathlib import Path

import pytest
import yaml

from benchmark.pipeline.record import add_row
from benchmark.results.ledger import read_row
from tests.conftest import ROOT
from tests.points_rows import points_row

EXPORT = ("export", "rows", "--format", "eval-results", "--out", "out")
RECORDED = ROOT / "recorded" / "code-vision" / "official"
#: The newest one.
GPT = max((RECORDED / "gpt-4o").glob("*.json"), key=lambda path: read_row(path).run.started)
TASK = "official_flowchart_cool-1_upstream"
HUB = ("--hub-dataset", "acme/code-vision")


def test_the_hub_reads_the_score_that_ranks(in_process, tmp_path: Path) -> None:
    hub = pytest.importorskip("huggingface_hub", reason="in the extra hub")
    page = "https://example.org/models/gpt-4o/"
    in_process(*EXPORT, GPT, *HUB, "--source-url", page, code=0)
    (file,) = (path for path in (tmp_path / "out").rglob("*") if path.is_file())
    row = read_row(GPT)
    folder = Path("openai", "gpt-4o", ".eval_results")
    name = f"sightbench-code-vision-{TASK}.yaml"
    assert file.relative_to(tmp_path / "out") == folder / name
    data = yaml.safe_load(file.read_text("utf-8"))
    (entry,) = hub.parse_eval_result_entries(data)
    assert hub.eval_result_entries_to_yaml([entry]) == data, "nothing that the hub does not know"
    (score,) = (each for each in row.result.scores if (each.metric, each.category) == ("pass@1", ""))
    assert entry.value == pytest.approx(100 * score.value, abs=0.005)
    assert (entry.dataset_id, entry.task_id) == ("acme/code-vision", TASK)
    assert (entry.date, entry.source_url) == (row.run.started, page)
    assert f"pass@1 %, 95 % range {100 * score.low:.2f} to {100 * score.high:.2f}, 438 tasks" in entry.notes
    assert row.id in entry.notes
    first = file.read_bytes()
    in_process(*EXPORT, GPT, *HUB, "--source-url", page, code=0)
    assert file.read_bytes() == first


def test_each_task_of_a_model_has_one_file_with_the_newest_row(in_process, tmp_path: Path, make_row) -> None:
    done = in_process(*EXPORT, RECORDED, *HUB, code=0)
    files = [*(tmp_path / "out").rglob("*.yaml")]
    assert len(files) == len([*RECORDED.iterdir()])
    (file,) = (path for path in files if "gpt-4o" in path.parts)
    assert read_row(GPT).id in file.read_text("utf-8")
    assert f"  {TASK}: " in done.stdout
    for protocol in ("greedy", "cool-1"):
        add_row(tmp_path / "rows", make_row("acme-1", "PW", protocol=protocol), {})
    in_process("export", "rows", "--format", "eval-results", "--out", "two", "rows", *HUB, code=0)
    assert len([*(tmp_path / "two").rglob("*.yaml")]) == 2


def test_points_are_not_percent(in_process, tmp_path: Path, make_row) -> None:
    row = points_row(make_row, "acme-1", [10.0, 5.0, 3.0])
    add_row(tmp_path / "rows", row, {})
    in_process(*EXPORT, "rows", *HUB, code=0)
    (file,) = (tmp_path / "out").rglob("*.yaml")
    (entry,) = yaml.safe_load(file.read_text("utf-8"))
    assert entry["value"] == 6.0
    assert entry["notes"].startswith("points, 95 % range ")
    assert "source" not in entry


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ((), "code-vision official has no data set on the hub that is known here"),
        (("--hub-dataset", "no id"), "--hub-dataset: code-vision official has no data set"),
        ((*HUB, "--source-url", "http://x"), "is not an https address"),
        ((*HUB, "--aggregate"), "eval-results"),
    ],
)
def test_what_the_hub_would_refuse_is_refused_here(in_process, options: tuple[str, ...], says: str) -> None:
    assert says in in_process(*EXPORT, GPT, *options, code=2).stderr


def test_official_tasks_of_the_hub_need_no_name(in_process, tmp_path: Path, kept_row) -> None:
    from benchmark.leaderboard.inputs.facts import licence_of

    assert licence_of("humaneval-v", "official-v2").source_link.endswith(
        "/datasets/HumanEval-V/HumanEval-V-Benchmark"
    )
    row = kept_row("P", suite="humaneval-v", like="open", name="official-v2")
    in_process(*EXPORT, row, code=0)
    (file,) = (tmp_path / "out").rglob("*.yaml")
    assert "id: HumanEval-V/HumanEval-V-Benchmark" in file.read_text("utf-8")
