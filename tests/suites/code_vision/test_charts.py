"""The flowcharts of ``rebuilt``: compiled from the package, with layouts and pixels that are kept.

``python tests/suites/code_vision/test_charts.py`` makes the kept layouts again, on a machine with the pinned
versions of the extras ``authoring`` and ``flowchart``. If a chart or a picture changes, raise the suite's
version.
"""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from benchmark.core.errors import OurFailure
from benchmark.core.task import Picture, Task, Text
from benchmark.drawing import render
from benchmark.flowchart.kept import ChartDrawing, KeptChart, keep_chart, kept_bytes, read_kept
from benchmark.flowchart.layout import engine
from benchmark.flowchart.layout.check import layout_problems
from benchmark.flowchart.layout.values import read_layout
from benchmark.flowchart.mermaid import parse_mermaid
from benchmark.suites.code_vision import rebuilt
from benchmark.suites.code_vision.suite import SUITE as CODE_VISION
from tests.sampling import first_of

pytestmark = pytest.mark.gate

ENGINE = "graphviz 14.1.5"  #: what made the kept layouts
PARTS = 16  #: of long gates; each change is checked against one, the weekly run takes all


def drawings() -> list[ChartDrawing]:
    found = [part.drawing for task in rebuilt.load() for part in task.parts if isinstance(part, Picture)]
    assert all(isinstance(drawing, ChartDrawing) for drawing in found)
    return found  # type: ignore[return-value]  # just checked


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache, in place of what this process and this user have."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(rebuilt, "_charts", rebuilt._charts.__wrapped__)
    return tmp_path / "sightbench" / "charts"


def test_every_task_has_a_chart_and_its_pictures_and_loading_draws_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(render, "render_png", None)
    tasks = rebuilt.load()
    assert len(tasks) == 164
    assert sum(len(task.parts) - 1 for task in tasks) == 175
    for task in tasks:
        text, *pictures = task.parts
        assert isinstance(text, Text)
        assert 1 <= len(pictures) <= 4
        assert task.chart.startswith("flowchart TD")
        assert CODE_VISION.prompt("sightbench", "mermaid").turns(task, 0, "")


def test_charts_are_compiled_once_and_then_read_from_the_cache(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    problems = rebuilt.load_problems()
    compiled = rebuilt.charts_of(problems)
    (entry,) = cache.iterdir()
    with monkeypatch.context() as patch:
        patch.setattr(rebuilt, "_compile", None)
        assert rebuilt.charts_of(problems) == compiled
    monkeypatch.setattr(rebuilt, "_compile", lambda name, *_: compiled[name])
    for broken in ("{", "[]", json.dumps({**compiled, "HumanEval-0": "flowchart TD"})):
        entry.write_text(broken, encoding="utf-8")
        assert rebuilt.charts_of(problems) == compiled
        assert json.loads(entry.read_text(encoding="utf-8")) == compiled


@pytest.mark.usefixtures("cache")
def test_a_chart_without_its_layout_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rebuilt, "_compile", lambda name, *_: f"flowchart TD\n%% {name}")
    with pytest.raises(OurFailure, match="HumanEval-0 is not the one whose layout is stored"):
        rebuilt.charts_of(rebuilt.load_problems())


@pytest.mark.gate
@pytest.mark.parametrize("part", first_of(range(PARTS)))
def test_all_pictures_have_the_kept_pixels(
    part: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Drawing checks the pixels."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    for drawing in drawings()[part::PARTS]:
        assert render.decode_png(drawing.png()).size == (drawing.width, drawing.height)


@pytest.mark.gate
def test_kept_layouts_show_their_charts_without_overlap() -> None:
    for task in rebuilt.load():
        layout = read_layout(rebuilt.kept_layouts()[task.id].layout)
        assert not list(layout_problems(layout, parse_mermaid(task.chart))), task.id
        assert layout.engine == ENGINE


@pytest.mark.gate
@pytest.mark.skipif(bool(engine.unusable()), reason=engine.unusable() or "the engine works")
@pytest.mark.parametrize("part", first_of(range(PARTS)))
def test_the_engine_gives_the_kept_layouts_again(part: int) -> None:
    if engine.version() != ENGINE:
        pytest.skip(f"made with {ENGINE}, not {engine.version()}")
    kept = list(read_kept(rebuilt.FILE).values())
    assert layouts(rebuilt.load_problems()[part::PARTS]) == kept[part::PARTS]


def layouts(problems: Sequence[Task]) -> list[KeptChart]:
    return [
        keep_chart(task.id, rebuilt._compile(task.id, task.reference, task.entry_point)) for task in problems
    ]


if __name__ == "__main__":
    rebuilt.FILE.write_bytes(kept_bytes(rebuilt.FILE, layouts(rebuilt.load_problems())))
