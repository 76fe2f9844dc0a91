"""The flowcharts of ``rebuilt``: built files, which the compiler and the kept layouts give again."""

import pytest

from benchmark.core.task import Picture, Text
from benchmark.files.mermaid import parse_mermaid
from benchmark.suites.code_vision import rebuilt
from benchmark.suites.code_vision.suite import SUITE as CODE_VISION
from tests.sampling import first_of
from workshop.authoring.dataset_files import has_same_content
from workshop.drawing.render import MAX_BYTES, decode_png, pixel_digest
from workshop.flowchart.kept import read_kept
from workshop.flowchart.layout import engine
from workshop.flowchart.layout.check import layout_problems
from workshop.flowchart.layout.values import read_layout
from workshop.suites.code_vision.rebuilt import LAYOUTS, built_files, laid_out

ENGINE = "graphviz 14.1.5"  #: what made the kept layouts
PARTS = 16  #: of long gates; each change is checked against one, the weekly run takes all


def test_every_task_has_a_chart_and_its_pictures() -> None:
    tasks = rebuilt.load()
    assert len(tasks) == 164
    assert sum(len(task.parts) - 1 for task in tasks) == 175
    for task in tasks:
        text, *pictures = task.parts
        assert isinstance(text, Text)
        assert 1 <= len(pictures) <= 4
        assert task.chart.startswith("flowchart TD")
        assert CODE_VISION.prompt("sightbench", "mermaid").turns(task, 0, "")


@pytest.mark.gate
def test_the_stored_pictures_are_those_of_the_tasks_and_have_the_kept_pixels() -> None:
    """Decodes one picture in eight; the gate draws them again."""
    kept, names = read_kept(LAYOUTS), set()
    for task in rebuilt.load():
        pictures = [part for part in task.parts if isinstance(part, Picture)]
        names |= {picture.source for picture in pictures}
        for picture, digests in zip(pictures, kept[task.id].pictures, strict=True):
            assert picture.source == f"pictures/{task.id}-{picture.number}-{digests.pixels[:12]}.png"
            if digests.pixels[0] in "08":
                data = (rebuilt.FOLDER / picture.source).read_bytes()
                assert pixel_digest(decode_png(data)) == digests.pixels, picture.source
                assert len(data) <= MAX_BYTES
    assert {f"pictures/{path.name}" for path in (rebuilt.FOLDER / "pictures").iterdir()} == names


@pytest.mark.gate
@pytest.mark.parametrize("part", first_of(range(PARTS)))
def test_compiler_and_kept_layouts_give_the_stored_texts_and_pictures_again(part: int) -> None:
    """Texts are compared per task, pictures by their pixels."""
    tasks, kept = rebuilt.load_problems()[part::PARTS], read_kept(LAYOUTS)
    files = built_files(tasks, kept)
    texts = files.pop(rebuilt.FOLDER / "charts.jsonl")
    assert set(texts.splitlines()) <= set((rebuilt.FOLDER / "charts.jsonl").read_bytes().splitlines())
    assert [path for path, data in files.items() if not has_same_content(path, data)] == []


@pytest.mark.gate
def test_kept_layouts_show_their_charts_without_overlap() -> None:
    kept = read_kept(LAYOUTS)
    for task in rebuilt.load():
        layout = read_layout(kept[task.id].layout)
        assert not list(layout_problems(layout, parse_mermaid(task.chart))), task.id
        assert layout.engine == ENGINE


@pytest.mark.gate
@pytest.mark.skipif(bool(engine.unusable()), reason=engine.unusable() or "the engine works")
@pytest.mark.parametrize("part", first_of(range(PARTS)))
def test_the_engine_gives_the_kept_layouts_again(part: int) -> None:
    if engine.version() != ENGINE:
        pytest.skip(f"made with {ENGINE}, not {engine.version()}")
    kept = list(read_kept(LAYOUTS).values())
    assert laid_out(rebuilt.load_problems()[part::PARTS]) == kept[part::PARTS]
