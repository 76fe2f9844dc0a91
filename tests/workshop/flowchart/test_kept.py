"""Kept layouts give the pictures of charts, with the kept pixels."""

import json
from pathlib import Path

import pytest

from benchmark.core.canary import CANARY
from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput, OurFailure
from workshop.drawing.render import compact_png, decode_png, pixel_digest, render_png
from workshop.flowchart.kept import (
    KeptChart,
    KeptPicture,
    chart_pictures,
    keep_chart,
    kept_bytes,
    page_svgs,
    read_kept,
)
from workshop.flowchart.layout import engine
from workshop.flowchart.layout.values import layout_json, read_layout

FOLDER = Path(__file__).parent / "layouts"
TASK = "t-1"


def chart(name: str) -> str:
    return (FOLDER / f"{name}.mmd").read_text(encoding="utf-8")


def kept(name: str) -> KeptChart:
    layout = read_layout((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    digests = json.loads((FOLDER / "digests.json").read_text(encoding="utf-8"))[name]
    pictures = [
        KeptPicture(width=page.width, height=page.height, pixels=pixels)
        for page, (_, pixels) in zip(layout.pages, digests, strict=True)
    ]
    digest = sha256_hex(chart(name).encode())
    return KeptChart(id=TASK, chart=digest, layout=layout_json(layout), pictures=pictures)


@pytest.mark.gate
def test_pictures_have_the_kept_pixels_which_name_their_files() -> None:
    drawn = chart_pictures(chart("grades"), kept("grades"))
    assert len(drawn) > 1
    for number, (source, data) in enumerate(drawn.items(), start=1):
        digest = pixel_digest(decode_png(data))
        assert source == f"pictures/t-1-{number}-{digest[:12]}.png"
        assert CANARY.encode() in data


def test_a_chart_is_stored_in_less_than_half_the_bytes_of_what_is_drawn() -> None:
    (data,) = chart_pictures(chart("machine"), kept("machine")).values()
    (svg,) = page_svgs(chart("machine"), kept("machine").layout)
    assert 2 * len(data) < len(render_png(svg))
    assert compact_png(data) == data


def test_a_layout_of_another_chart_is_refused() -> None:
    with pytest.raises(OurFailure, match="t-1 belongs to another chart"):
        chart_pictures(chart("search"), kept("machine"))


def test_a_picture_with_other_pixels_is_refused() -> None:
    other = kept("machine").pictures[0].model_copy(update={"pixels": "0" * 64})
    with pytest.raises(OurFailure, match="picture 1 of t-1 has other pixels"):
        chart_pictures(chart("machine"), kept("machine").model_copy(update={"pictures": [other]}))


def test_kept_layouts_are_read_as_they_were_written(tmp_path: Path) -> None:
    path = tmp_path / "layouts.jsonl.gz"
    path.write_bytes(kept_bytes(path, [kept("machine")]))
    assert read_kept(path) == {"t-1": kept("machine")}
    assert kept_bytes(path, [kept("machine")]) == path.read_bytes()


@pytest.mark.parametrize(("field", "value"), [("chart", "abc"), ("pictures", []), ("layout", 1)])
def test_a_broken_line_is_named(tmp_path: Path, field: str, value: object) -> None:
    path = tmp_path / "layouts.jsonl"
    path.write_text(json.dumps(kept("machine").model_dump() | {field: value}) + "\n", encoding="utf-8")
    with pytest.raises(BadInput, match=f"line 1: {field}"):
        read_kept(path)


@pytest.mark.gate
@pytest.mark.skipif(bool(engine.unusable()), reason=engine.unusable() or "the engine works")
@pytest.mark.parametrize("name", ["errors", "grades", "machine", "search"])
def test_the_engine_keeps_the_same_chart_again(name: str) -> None:
    assert keep_chart(TASK, chart(name)) == kept(name)
