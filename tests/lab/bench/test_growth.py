"""The page about growth has exactly the recorded figures, and marks what was not measured."""

import json
from collections.abc import Callable
from types import ModuleType

import pytest


@pytest.fixture(scope="module")
def page(bench: Callable[[str], ModuleType]) -> ModuleType:
    return bench("growth_page")


def recorded(page: ModuleType) -> dict:
    return json.loads(page.FILE.read_text(encoding="utf-8"))


def test_the_page_has_the_recorded_figures(page: ModuleType) -> None:
    text = page.PAGE.read_text(encoding="utf-8")
    for name, part in page.page_parts(recorded(page)).items():
        assert f"<!-- {name} -->\n\n{part}\n\n<!-- /{name} -->" in text


def test_what_was_not_measured_follows_from_the_slope_and_is_marked(page: ModuleType) -> None:
    assert page.slope((1, 10, 30), (5.0, 10.0, 90.0)) == pytest.approx(2)
    assert page.at_scale((1, 10, 30), (5.0, 10.0, 90.0), 10) == "10"
    assert page.at_scale((1, 10, 30), (5.0, 10.0, 90.0), 300) == "9,000 (extrapolated from 30×)"


def test_one_machine_ends_where_dask_is_faster_the_job_too_short_or_memory_full(page: ModuleType) -> None:
    judge = {"today": 100, "scales": [1, 10, 20], "memory_mb": [64, 64, 128]}
    ways = [
        {"executor": executor, "workers": workers, "start_cpu_seconds": start, "cpu_ms": 10.0}
        for executor, workers, start in (("local", 2, 2.0), ("dask", 4, 12.0))
    ]
    found = page._end(judge, *ways)
    assert "waits for another | from about 4,000 on |" in found  # 10 s more, and 2.5 ms less per completion
    assert "may take | from about 3,200,000 on |" in found
    assert "as a line) | from about 64,000 on |" in found
    assert "waits for another | never |" in page._end(judge, ways[0], ways[1] | {"workers": 2})
