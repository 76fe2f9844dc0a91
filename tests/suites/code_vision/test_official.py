"""The data set ``official``: the authors' tasks, from files that the user has, with the published numbers."""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmark.core.errors import BadInput
from benchmark.core.task import Picture, Task
from benchmark.suites import suite_of
from benchmark.suites.code_vision.official import COUNTS, FILES, load
from benchmark.suites.run_names import known_suites

_OF_ANSWERS = {"response", "completion", "usage", "model", "result", "passed"}


@pytest.fixture(scope="module")
def authors(tmp_path_factory: pytest.TempPathFactory, shared_data: Path) -> Iterator[Path]:
    """The authors' folder: problems from their published outputs, and pictures and charts of ours."""
    with pytest.MonkeyPatch.context() as patch:
        root = tmp_path_factory.mktemp("datasets")
        patch.setenv("SIGHTBENCH_DATASETS", str(root))
        folder = root / "code-vision" / "official"
        for name, file in FILES.values():
            outputs = (
                shared_data / "codevision" / "upstream" / name / "gpt-4o" / "samples.jsonl_results.jsonl.gz"
            )
            lines = [json.loads(line) for line in gzip.decompress(outputs.read_bytes()).splitlines()]
            problems = [{key: line[key] for key in line.keys() - _OF_ANSWERS} for line in lines]
            for kind, ending, content in (
                ("images", "png", b"a picture"),
                ("mermaid", "txt", b"flowchart TD"),
            ):
                (folder / "data" / name / kind).mkdir(parents=True)
                for problem in problems:
                    path = folder / "data" / name / kind / f"{problem['task_id']}.{ending}"
                    path.write_bytes(content)
            text = "".join(json.dumps(problem) + "\n" for problem in problems)
            (folder / "data" / name / file).write_text(text, encoding="utf-8")
        yield folder


@pytest.fixture
def tasks(authors: Path) -> tuple[Task, ...]:
    assert authors.is_dir()
    return suite_of("code-vision").datasets["official"]()


@pytest.mark.gate
def test_all_tasks_have_a_picture_a_chart_and_the_published_levels(
    authors: Path, tasks: tuple[Task, ...]
) -> None:
    assert len(tasks) == sum(sum(levels.values()) for levels in COUNTS.values()) == 438
    for task in tasks:
        (picture,) = (part for part in task.parts if isinstance(part, Picture))
        assert picture.folder == authors
        assert (authors / picture.source).read_bytes() == b"a picture"
        assert task.chart == "flowchart TD"
    suite = suite_of("code-vision")
    for setting in suite.asked.settings:
        assert all(suite.prompt("sightbench", setting).turns(task, 0, "") for task in tasks)


def test_a_model_can_be_asked_where_the_authors_files_are(
    authors: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert authors.is_dir()
    assert "official" not in known_suites()["code-vision"].asked.unshown
    monkeypatch.setenv("SIGHTBENCH_DATASETS", str(tmp_path))
    assert known_suites()["code-vision"].asked.unshown["official"] == ("mermaid",)


@pytest.mark.gate
def test_other_numbers_of_tasks_are_one_error(authors: Path) -> None:
    files = [authors / "data" / name / file for name, file in FILES.values()]
    whole = [file.read_text(encoding="utf-8") for file in files]
    for file, text in zip(files, whole, strict=True):
        file.write_text(text.split("\n", 1)[1], encoding="utf-8")
    with pytest.raises(
        BadInput, match="is not as published: humaneval has 163 tasks instead of 164, "
    ) as caught:
        load()
    assert caught.value.problem.count("instead of") == 3
    files[0].write_text(whole[0] + whole[0].split("\n", 1)[0] + "\n", encoding="utf-8")
    files[1].write_text(whole[1], encoding="utf-8")
    files[2].write_text(whole[2], encoding="utf-8")
    with pytest.raises(BadInput, match="humaneval has 165 tasks instead of 164, 1 ids are there twice"):
        load()
    files[0].write_text(whole[0], encoding="utf-8")


def test_a_missing_picture_is_named(authors: Path) -> None:
    path = authors / "data" / "MATH" / "images" / "509. Fibonacci Number.png"
    path.unlink()
    with pytest.raises(BadInput, match="1 pictures are missing, such as 'data/MATH/images/509"):
        load()
    path.write_bytes(b"a picture")


def test_an_id_that_leaves_the_folder_is_refused(authors: Path) -> None:
    path = authors / "data" / "MATH" / "MATH.jsonl"
    whole = path.read_text(encoding="utf-8")
    path.write_text(whole.replace('"task_id": "509. ', '"task_id": "../509. '), encoding="utf-8")
    with pytest.raises(BadInput, match="cannot be a file name"):
        load()
    path.write_text(whole, encoding="utf-8")


def test_without_the_files_the_error_says_where_they_belong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SIGHTBENCH_DATASETS", str(tmp_path))
    with pytest.raises(BadInput, match="official is not on this machine") as caught:
        suite_of("code-vision").datasets["official"]()
    assert str(tmp_path / "code-vision" / "official") in caught.value.fix
    assert "data.zip" in caught.value.fix
