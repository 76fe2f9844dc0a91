"""Reading and writing of task files, and the digest of tasks."""

import copy
import dataclasses
import json
from pathlib import Path

import pytest

from benchmark.core.errors import BadInput
from benchmark.core.task import (
    ChoiceCheck,
    FigureCheck,
    FunctionCheck,
    Limits,
    Picture,
    StdioCase,
    StdioCheck,
    Task,
    Text,
)
from benchmark.files.pictures import stays_inside
from benchmark.files.tasks import read_tasks, task_record, tasks_digest, write_tasks

TASKS = (
    Task(
        id="a",
        check=FunctionCheck(tests=("assert f(1) == 2", "def check(candidate): ..."), preamble="import math"),
        suite="code-vision",
        dataset="rebuilt",
        subset="math",
        version=3,
        stem="s",
        parts=(
            Text(text="see "),
            Picture(number=1, source="p/1.png"),
            Picture(number=2, source="2.png"),
            Text(text="."),
        ),
        starter_code="def f(x):",
        entry_point="f",
        categories=("tree", "graph"),
        level="hard",
        description="a tree",
        reference="def f(x):\n    return x + 1\n",
        limits=Limits(seconds=10.0, memory_mb=512),
    ),
    Task(
        id="b", check=StdioCheck(cases=(StdioCase(input="", output="1\n"),), compare="floats", tolerance=0.01)
    ),
    Task(id="c", check=StdioCheck(cases=(StdioCase(input="", output="1\n"),), stdin="pipe")),
    Task(
        id="e",
        check=StdioCheck(cases=(StdioCase(input="", output="1\n"),)),
        parts=(
            Picture(number=2, source="2.png", categories=("graph", "table")),
            Text(text="and"),
            Picture(number=1, source="1.png"),
            Picture(number=2, source="2.png", categories=("graph", "table")),
        ),
    ),
    Task(id="h", check=ChoiceCheck(answer="B")),
    Task(id="i", check=ChoiceCheck(answer="H", options=8)),
    Task(
        id="d",
        entry_point="f",
        check=FunctionCheck(tests=("assert f(1) == 2", "assert f(0) == 1"), kinds=("typical", "edge")),
    ),
    Task(id="f", check=FigureCheck(reference="draw()", operation="generate", type="pie")),
    Task(
        id="g",
        check=FigureCheck(reference="b()", operation="delete", type="line", original="a()", tolerance=0.01),
    ),
)


@pytest.mark.parametrize("name", ["tasks.jsonl", "tasks.jsonl.gz"])
def test_written_tasks_are_read_back_and_rewritten_with_the_same_bytes(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    write_tasks(path, TASKS)
    first = path.read_bytes()
    assert read_tasks(path) == TASKS
    write_tasks(path, read_tasks(path))
    assert path.read_bytes() == first


def test_a_record_has_no_empty_fields_but_always_limits() -> None:
    assert task_record(TASKS[1]) == {
        "id": "b",
        "suite": "custom",
        "dataset": "custom",
        "check": {
            "kind": "stdio",
            "cases": [{"input": "", "output": "1\n"}],
            "compare": "floats",
            "tolerance": 0.01,
        },
        "limits": {"seconds": 3.0, "memory_mb": 1024},
    }


def test_a_line_may_have_the_fields_of_human_eval(tmp_path: Path) -> None:
    record = {
        "task_id": "own/0",
        "prompt": "def double(x):\n",
        "entry_point": "double",
        "canonical_solution": "    return 2 * x\n",
        "test": "def check(candidate):\n    assert candidate(2) == 4\n",
    }
    path = tmp_path / "tasks.jsonl"
    path.write_text(json.dumps(record) + "\n")
    (task,) = read_tasks(path)
    assert (task.id, task.entry_point, task.starter_code) == ("own/0", "double", "def double(x):\n")
    assert task.reference == "def double(x):\n    return 2 * x\n"
    assert isinstance(task.check, FunctionCheck)
    assert task.check.tests == (record["test"],)
    path.write_text(json.dumps(record | {"test": 3}) + "\n")
    with pytest.raises(BadInput, match="tests"):
        read_tasks(path)


def test_the_faults_of_all_lines_are_reported_and_a_list_around_them_is_named(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    good, bad = '{"id": "a", "check": {"kind": "choice", "answer": "A"}}', '{"id": "b", "chek": 1}'
    path.write_text("\n".join([bad, good, good, *[bad] * 40]))
    with pytest.raises(BadInput) as caught:
        read_tasks(path)
    places = [problem.place for problem in caught.value.problems]
    assert places[:3] == ["line 1: check", "line 1: chek", "line 3: id"]
    assert 20 <= len(places) <= 21
    path.write_text(f"[\n{good}\n]")
    with pytest.raises(BadInput, match="line 1: begins a JSON list"):
        read_tasks(path)


def test_the_prompt_is_split_at_its_marks(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    record = {
        "id": "a",
        "prompt": "![image](1.png) then ![image](2.png)![image](1.png) ![other](3.png)",
        "images": ["x.png", "y.png"],
        "check": {"kind": "stdio", "cases": [{"input": "", "output": ""}]},
    }
    path.write_text(json.dumps(record))
    [task] = read_tasks(path)
    assert task.parts == (
        Picture(number=1, source="x.png"),
        Text(text=" then "),
        Picture(number=2, source="y.png"),
        Picture(number=1, source="x.png"),
        Text(text=" ![other](3.png)"),
    )


def test_the_digest_does_not_depend_on_the_order_of_tasks() -> None:
    digest = tasks_digest(TASKS)
    assert tasks_digest(reversed(TASKS)) == digest
    slower = dataclasses.replace(TASKS[1], limits=Limits(seconds=4.0))
    assert tasks_digest([TASKS[0], slower]) != digest


def test_a_licence_is_kept_and_does_not_count_in_the_digest(tmp_path: Path) -> None:
    licensed = tuple(dataclasses.replace(task, licence="CC BY 4.0") for task in TASKS)
    write_tasks(tmp_path / "t.jsonl", licensed)
    assert read_tasks(tmp_path / "t.jsonl") == licensed
    assert tasks_digest(licensed) == tasks_digest(TASKS)
    assert "licence" not in task_record(TASKS[0])


def test_categories_of_pictures_count_in_the_digest_and_reach_another_process() -> None:
    plain = dataclasses.replace(TASKS[1], parts=(Picture(number=1, source="1.png"),))
    tagged = dataclasses.replace(TASKS[1], parts=(Picture(number=1, source="1.png", categories=("graph",)),))
    assert "image_categories" not in task_record(plain)
    assert task_record(tagged)["image_categories"] == [["graph"]]
    assert tasks_digest([plain]) != tasks_digest([tagged])
    assert copy.copy(tagged.parts[0]) == tagged.parts[0]  # as for a judging process


@pytest.mark.parametrize(
    "parts",
    [(Text(text="![image](1.png)"),), (Picture(number=2, source="a.png"),)],
    ids=["mark in text", "gap"],
)
def test_parts_that_cannot_be_written_as_a_prompt_are_refused(tmp_path, parts) -> None:
    with pytest.raises(ValueError, match=r"mark of a picture|without gaps"):
        write_tasks(tmp_path / "t.jsonl", [dataclasses.replace(TASKS[1], parts=parts)])


@pytest.mark.parametrize(
    "path", ["", ".", "..", "/a", "a/../b", "a\\b", "C:a", "a\0b", "a\nb", "a\u202eb", "x" * 501]
)
def test_paths_that_could_leave_a_folder_are_detected(path: str) -> None:
    assert not stays_inside(path)


def test_sources_that_are_known_to_compile_are_not_compiled(tmp_path: Path) -> None:
    path = tmp_path / "tasks.jsonl"
    check = {"kind": "function", "tests": "x +"}
    path.write_text(json.dumps({"id": "t", "suite": "s", "dataset": "d", "entry_point": "f", "check": check}))
    with pytest.raises(BadInput, match="is not valid Python"):
        read_tasks(path)
    assert [task.id for task in read_tasks(path, compiled=True)] == ["t"]
