"""Kept layouts become pictures of tasks, which are drawn when they are first read and not before."""

import base64
import copy
import dataclasses
import json
import pickle
from pathlib import Path

import pytest

from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput, OurFailure
from benchmark.core.install import install_extra
from benchmark.core.task import FunctionCheck, Picture, Task, Text
from benchmark.drawing import render
from benchmark.drawing.render import decode_png, pixel_digest
from benchmark.files.tasks import read_tasks, task_record, write_tasks
from benchmark.flowchart import kept as kept_module
from benchmark.flowchart.kept import (
    KeptChart,
    KeptPicture,
    keep_chart,
    kept_bytes,
    read_kept,
    with_chart,
)
from benchmark.flowchart.layout import engine
from benchmark.flowchart.layout.values import layout_json, read_layout
from benchmark.generation.prompts.picture import encode_picture, inspect_picture
from benchmark.suites.code_vision import rebuilt
from tests.sampling import gate_of

FOLDER = Path(__file__).parent / "layouts"
TASK = Task(
    id="t-1", check=FunctionCheck(tests=("assert f",)), entry_point="f", parts=(Text(text="Add them.\n"),)
)


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
    return KeptChart(id=TASK.id, chart=digest, layout=layout_json(layout), pictures=pictures)


def pictures(task: Task) -> list[Picture]:
    return [part for part in task.parts if isinstance(part, Picture)]


def refuse_to_draw(svg: str) -> bytes:  # noqa: ARG001 - called in place of render_png
    raise AssertionError("a picture was drawn")


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "sightbench" / "pictures"


@gate_of("charts")
def test_pictures_are_drawn_when_they_are_read_and_then_kept(cache, monkeypatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(render, "render_png", refuse_to_draw)
        task = with_chart(TASK, chart("grades"), kept("grades"))
        looks = [inspect_picture(picture, None, task.id, None) for picture in pictures(task)]
    assert len(pictures(task)) > 1
    assert not cache.exists()
    first = [encode_picture(picture, None, task.id, None) for picture in pictures(task)]
    assert [(look.width, look.height) for look in looks] == [(sent.width, sent.height) for sent in first]
    assert len(list(cache.iterdir())) == len(first)
    monkeypatch.setattr(render, "render_png", refuse_to_draw)
    again = [encode_picture(picture, None, task.id, None) for picture in pictures(task)]
    assert [sent.data for sent in again] == [sent.data for sent in first]


def test_what_is_drawn_has_the_kept_pixels_and_gives_the_picture_its_name() -> None:
    (picture,) = pictures(with_chart(TASK, chart("machine"), kept("machine")))
    sent = encode_picture(picture, None, "t-1", None)
    digest = pixel_digest(decode_png(base64.b64decode(sent.base64)))
    assert picture.source == f"pictures/t-1-1-{digest[:12]}.png"
    assert picture.drawing is not None
    assert picture.drawing.pixels == digest


def test_a_picture_to_be_scaled_is_drawn_first() -> None:
    (picture,) = pictures(with_chart(TASK, chart("machine"), kept("machine")))
    assert inspect_picture(picture, None, "t-1", 300).scaled
    assert encode_picture(picture, None, "t-1", 300).width == 300


def test_the_texts_of_a_task_come_before_its_pictures(tmp_path: Path) -> None:
    task = with_chart(TASK, chart("grades"), kept("grades"))
    assert task.parts[0] == TASK.parts[0]
    write_tasks(tmp_path / "tasks.jsonl", [task])
    (again,) = read_tasks(tmp_path / "tasks.jsonl")
    assert (again.chart, task_record(again)) == (chart("grades"), task_record(task))
    assert "chart" not in task_record(TASK)


def test_a_layout_of_another_chart_is_refused() -> None:
    with pytest.raises(OurFailure, match="t-1 belongs to another chart"):
        with_chart(TASK, chart("search"), kept("machine"))


def test_a_picture_with_other_pixels_is_refused_and_not_kept(cache: Path) -> None:
    other = kept("machine").pictures[0].model_copy(update={"pixels": "0" * 64})
    task = with_chart(TASK, chart("machine"), kept("machine").model_copy(update={"pictures": [other]}))
    with pytest.raises(OurFailure, match="other pixels"):
        encode_picture(pictures(task)[0], None, task.id, None)
    assert not cache.exists()


def test_a_missing_package_is_named_before_anything_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    (picture,) = pictures(with_chart(TASK, chart("machine"), kept("machine")))
    known = encode_picture(picture, None, "t-1", None)
    monkeypatch.setattr(kept_module, "_missing_packages", lambda: ("resvg-py",))
    assert encode_picture(picture, None, "t-1", None).data == known.data  # from the cache
    (other,) = pictures(with_chart(TASK, chart("search"), kept("search")))
    for read in (inspect_picture, encode_picture):
        with pytest.raises(BadInput, match="resvg-py, which cannot be imported") as caught:
            read(other, None, "t-1", None)
        assert caught.value.fix == install_extra("pictures")


def test_a_cache_that_cannot_be_written_does_not_matter(tmp_path, monkeypatch) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    (picture,) = pictures(with_chart(TASK, chart("machine"), kept("machine")))
    assert encode_picture(picture, None, "t-1", None).size > 1000


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
    assert keep_chart(TASK.id, chart(name)) == kept(name)


def test_a_task_that_is_sent_to_another_process_needs_nothing_that_draws() -> None:
    """A judging process has given up root, so it may be unable to read the checkout."""
    picture = rebuilt.load()[0].parts[-1]
    assert isinstance(picture, Picture)
    assert picture.drawing is not None
    sent = pickle.dumps(rebuilt.load()[0])
    assert b"authoring" not in sent
    received = pickle.loads(sent).parts[-1]  # noqa: S301 - our own bytes
    assert received == dataclasses.replace(picture, drawing=None)
    assert copy.deepcopy(picture).drawing is picture.drawing
