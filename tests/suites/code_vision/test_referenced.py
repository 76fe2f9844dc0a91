"""The lines of the authors' files, held against the files themselves."""

from pathlib import Path

import pytest

from benchmark.core.suite import suite_of
from benchmark.suites.code_vision.fetched_tasks import COMMIT, FILES
from benchmark.suites.code_vision.records import read_results
from benchmark.suites.code_vision.referenced import line_addresses, results_file

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
    assert len(suite_of("code-vision").task_addresses("official")) == 438
    assert len(line_addresses([file.url for file in FILES])) == 438
    assert suite_of("code-vision").task_addresses("open") == {}
    elsewhere = f"{RAW}/{'0' * 40}/output/MATH/gpt-4o/samples.jsonl_results.jsonl"
    assert line_addresses([elsewhere]) == {}
