"""Tests of `sightbench import tasks code-vision`: both layouts, and every kind of error in them."""

import gzip
import json
import random
from pathlib import Path

import pytest

from benchmark.cli import main
from benchmark.files.predictions import read_predictions
from benchmark.files.tasks import read_tasks
from benchmark.suites.code_vision.import_files import read_imported
from benchmark.suites.code_vision.published_verdicts import read_published
from tests.sampling import first_of

Record = dict[str, object]


def answer(number: int, **changes: object) -> Record:
    """Return a line in the authors' layout, for a problem of our own."""
    record: Record = {
        "task_id": f"{number}. Add",
        "prompt": f"Add {number}.",
        "test": f"assert add(1) == {number + 1}",
        "starter_code": "def add(x: int) -> int:",
        "difficulty": "easy",
        "response": f"```python\ndef add(x):\n    return x + {number}\n```",
        "completion": f"def add(x):\n    return x + {number}",
        "usage": "CompletionUsage(completion_tokens=20, prompt_tokens=300, total_tokens=320)",
        "model": "m-1",
        "result": "passed",
        "passed": True,
    }
    return {key: value for key, value in (record | changes).items() if value is not ...}


def put(path: Path, records: list[Record]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    data = "".join(json.dumps(record) + "\n" for record in records).encode()
    path.write_bytes(gzip.compress(data) if path.suffix == ".gz" else data)
    return path


def results(root: Path, subset: str, model: str, records: list[Record], *, name: str = ".gz") -> Path:
    return put(root / subset / model / f"samples.jsonl_results.jsonl{name}", records)


def run(*arguments: object) -> int:
    with pytest.raises(SystemExit) as ended:
        main(["import", "tasks", "code-vision", *map(str, arguments)])
    return int(ended.value.code or 0)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())} if folder.exists() else {}


def test_three_kinds_of_files_are_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    results(
        tmp_path / "in", "MATH", "m-1", [answer(10), answer(9, passed=False, result="failed: ", model="None")]
    )
    assert run(tmp_path / "in", "--out", tmp_path / "out") == 0
    assert list(contents(tmp_path / "out")) == [
        "predictions-math-m-1.jsonl.gz",
        "published-math-m-1.jsonl.gz",
        "tasks-math.jsonl.gz",
    ]
    tasks = read_tasks(tmp_path / "out" / "tasks-math.jsonl.gz")
    assert [(task.id, task.entry_point, task.level) for task in tasks] == [
        ("9. Add", "add", "easy"),
        ("10. Add", "add", "easy"),
    ]
    first, second = read_predictions(tmp_path / "out" / "predictions-math-m-1.jsonl.gz")
    assert (first.tokens_in, first.tokens_out, first.model, first.resolved_model) == (300, 20, "m-1", None)
    assert second.resolved_model == "m-1"
    assert first.text.startswith("```python")
    published = read_published(tmp_path / "out" / "published-math-m-1.jsonl.gz")
    assert [(verdict.passed, verdict.result) for verdict in published] == [
        (False, "failed: "),
        (True, "passed"),
    ]
    assert capsys.readouterr().out.endswith("3 files written, 0 unchanged\n")


@pytest.mark.parametrize("given", ["", "MATH", "MATH/m-1", "MATH/m-1/samples.jsonl_results.jsonl"])
def test_a_path_may_be_given_at_any_level(tmp_path: Path, given: str) -> None:
    results(tmp_path / "in", "MATH", "m-1", [answer(1)], name="")
    assert run(tmp_path / "in" / given, "--out", tmp_path / "out") == 0
    assert len(contents(tmp_path / "out")) == 3


def sample_of_published(published: Path, folder: Path, models: list[str], problems: int) -> None:
    """Copy the published answers of some models to a few random problems per subset, in both layouts."""
    chosen: dict[str, set[object]] = {}
    for path in sorted(published.glob("tasks_*.jsonl.gz")):
        found = read_lines(path)
        picked = random.Random(20250222).sample(found, min(problems, len(found)))  # noqa: S311 - a seeded sample
        chosen[str(found[0]["subset"])] = {record["task_id"] for record in picked}
        put(folder / path.name, [record for record in found if record in picked])
    for model in models:
        name = f"completions/{model}.jsonl.gz"
        answers = read_lines(published / name)
        kept = [record for record in answers if record["task_id"] in chosen[str(record["subset"])]]
        put(folder / name, kept)
        for subset, ids in chosen.items():
            (path,) = (published / "upstream" / subset / model).glob("*.jsonl.gz")
            kept = [record for record in read_lines(path) if record["task_id"] in ids]
            results(folder / "upstream", subset, model, kept)


def read_lines(path: Path) -> list[Record]:
    return [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]


@pytest.mark.gate
@pytest.mark.parametrize("chosen", first_of([(20, 3 * 20), (1000, 438)]), ids=str)
def test_the_two_layouts_give_the_same_files(shared_data, tmp_path, chosen) -> None:
    """Imports random problems of each subset, and each week all."""
    problems, answers = chosen
    models = ["gpt-4o", "claude-3-haiku-20240307"]
    folder = tmp_path / "published"
    sample_of_published(shared_data / "codevision", folder, models, problems)
    assert run(folder / "upstream", "--out", tmp_path / "theirs") == 0
    split = [folder / "completions" / f"{model}.jsonl.gz" for model in models]
    assert run(*split, "--out", tmp_path / "split") == 0
    assert contents(tmp_path / "theirs") == contents(tmp_path / "split")
    assert len(contents(tmp_path / "theirs")) == 3 + 2 * 3 * 2
    imported = read_imported(tmp_path / "theirs")
    assert sum(len(run.completions) for run in imported.runs) == 2 * answers


def test_a_second_import_changes_nothing_and_replaces_no_file(tmp_path, capsys) -> None:
    results(tmp_path / "in", "MATH", "m-1", [answer(1)])
    run(tmp_path / "in", "--out", tmp_path / "out")
    before = contents(tmp_path / "out")
    assert run(tmp_path / "in", "--out", tmp_path / "out") == 0
    assert contents(tmp_path / "out") == before
    assert capsys.readouterr().out.endswith("0 files written, 3 unchanged\n")
    results(tmp_path / "in", "MATH", "m-1", [answer(1, response="no")])
    results(tmp_path / "in", "MATH", "m-2", [answer(1)])
    assert run(tmp_path / "in", "--out", tmp_path / "out") == 2
    assert "exists already" in capsys.readouterr().err
    assert contents(tmp_path / "out") == before


def test_a_field_that_one_model_leaves_out_is_taken_from_another(tmp_path: Path) -> None:
    results(tmp_path / "in", "MATH", "m-1", [answer(1, starter_code=..., difficulty=..., usage=...)])
    results(tmp_path / "in", "MATH", "m-2", [answer(1, extra={"more": [1]}, model=None)])
    assert run(tmp_path / "in", "--out", tmp_path / "out") == 0
    (task,) = read_tasks(tmp_path / "out" / "tasks-math.jsonl.gz")
    assert (task.entry_point, task.level) == ("add", "easy")


def test_the_first_line_of_a_task_counts_and_the_other_is_named(tmp_path, capsys) -> None:
    """The authors' scripts add lines when they are started again, and grade all of them."""
    path = results(tmp_path / "in", "MATH", "m-1", [answer(1), answer(1, response="second")])
    assert run(tmp_path / "in", "--out", tmp_path / "out") == 0
    assert f"{path}, line 2: '1. Add' is already on line 1, which counts" in capsys.readouterr().err
    (written,) = read_predictions(tmp_path / "out" / "predictions-math-m-1.jsonl.gz")
    assert written.text == answer(1)["response"]


@pytest.mark.parametrize(
    ("records", "said"),
    [
        ([answer(1, passed="yes")], "line 1: passed: must be true or false"),
        ([answer(1, response=None)], "line 1: response: must be text"),
        ([answer(1, difficulty="harder")], "line 1: difficulty: 'harder' is not a level"),
        ([answer(1, starter_code="")], "line 1: cannot become a task: neither entry_point nor starter_code"),
        ([answer(1, test="assert (")], "line 1: check"),
        *(
            ([answer(1), answer(2, **{field: ...})], f"line 2: {field}: this field is required")
            for field in ("task_id", "test", "response", "completion", "passed")
        ),
    ],
)
def test_a_wrong_line_is_named(tmp_path, records, said, capsys) -> None:
    path = results(tmp_path / "in", "MATH", "m-1", records)
    assert run(tmp_path / "in", "--out", tmp_path / "out") == 2
    assert f"error: {path}: {said}" in capsys.readouterr().err
    assert contents(tmp_path / "out") == {}


def test_a_file_that_two_paths_lead_to_is_read_once(tmp_path: Path) -> None:
    results(tmp_path / "in", "MATH", "m", [answer(9)])
    assert run(tmp_path / "in", tmp_path / "in" / "MATH", "--out", tmp_path / "out") == 0
    assert len(contents(tmp_path / "out")) == 3


#: Path below ``in`` → records of each file, and a part of the message.
WRONG: tuple[tuple[dict[str, list[Record]], str], ...] = (
    ({"HumanEval-V/m-1": [answer(1, prompt=...)]}, "line 1: prompt: this field is required"),
    (
        {"MATH/m-1": [answer(1)], "MATH/m-2": [answer(1, prompt="Add two.")]},
        "line 1: prompt: '1. Add' differs from ",
    ),
    ({"MATH/m-1": [answer(1)], "MATH/m-1/samples.jsonl_results.jsonl": [answer(1)]}, "was already read from"),
    (
        {
            "tasks_math.jsonl": [answer(1, subset="MATH")],
            "completions/m-1.jsonl": [
                answer(2, subset="MATH", published_passed=True, published_result="passed")
            ],
        },
        "m-1.jsonl: line 1: task_id: the task files have no problem '2. Add'",
    ),
    ({"Other/m-1": [answer(1)]}, ""),
    ({"MATH/m 1": [answer(1)]}, ""),
    ({}, ""),
)


@pytest.mark.parametrize(("files", "said"), WRONG)
def test_files_that_do_not_belong_together_are_refused(tmp_path, files, said, capsys) -> None:
    for name, records in files.items():
        whole = name if name.endswith(".jsonl") else f"{name}/samples.jsonl_results.jsonl.gz"
        put(tmp_path / "in" / whole, records)
    assert run(tmp_path / "in", "--out", tmp_path / "out") == 2
    assert said in capsys.readouterr().err
    assert contents(tmp_path / "out") == {}
