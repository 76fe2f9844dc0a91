"""Tests of the pictures of tasks on the site: licences, paths, and the sizes of small versions."""

import base64
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from benchmark.core.errors import BadInput
from benchmark.core.task import FunctionCheck, Picture, Task
from benchmark.leaderboard.inputs.site_config import SiteConfig
from benchmark.leaderboard.inputs.sources import Sources, TaskSet
from benchmark.leaderboard.parts.pictures import (
    SMALL_LIMIT,
    STORED,
    picture_files,
    pictures_of,
    small_picture,
)

CHECK = FunctionCheck(tests=("assert solution() == 1",))


def _png(size: tuple[int, int] = (400, 300), *, noise: bool = False, comment: str = "") -> bytes:
    image = Image.new("RGBA", size, (200, 30, 30, 255))
    if noise:
        image = Image.effect_noise(size, 90).convert("RGB")
    out, info = io.BytesIO(), PngInfo()
    if comment:
        info.add_text("Comment", comment)
    image.save(out, "PNG", pnginfo=info)
    return out.getvalue()


def _task_set(folder: Path, *pictures: bytes, suite: str = "humaneval-v", dataset: str = "open") -> TaskSet:
    parts = []
    for number, data in enumerate(pictures, 1):
        (folder / f"{number}.png").write_bytes(data)
        parts.append(Picture(number=number, source=f"{number}.png"))
    task = Task(id="t-1", suite=suite, dataset=dataset, check=CHECK, parts=tuple(parts))
    return TaskSet(suite, dataset, {"t-1": task}, folder)


def _files(sources: Callable[..., Sources], tasks: TaskSet, cache: Path | None = None) -> dict[str, Any]:
    where = SiteConfig(rows=Path("results"), cache=cache)
    shown = sources(where=where, tasks={(tasks.suite, tasks.dataset): tasks})
    return {file.path: file.content for file in picture_files(shown)}


def test_a_picture_has_a_path_by_digest_and_its_size(tmp_path: Path) -> None:
    data = _png(noise=True)
    tasks = _task_set(tmp_path, data, _png((40, 30)))
    first, second = pictures_of(tasks, tasks.tasks["t-1"])
    assert (first.width, first.height, first.number) == (400, 300, 1)
    assert (second.width, second.height, second.number) == (40, 30, 2)
    assert first.path.startswith("d/p/")
    assert first.small.startswith("d/s/")
    assert second.small == second.path  # the file is small enough already
    assert first.alt == "The picture 1 of 2 of task t-1"


def test_each_picture_that_pages_show_is_written_once(tmp_path: Path, sources) -> None:
    data = _png(noise=True)
    tasks = _task_set(tmp_path, data, data)
    (first, second) = pictures_of(tasks, tasks.tasks["t-1"])
    files = _files(sources, tasks)
    assert first.path == second.path
    assert set(files) == {first.path, first.small}
    assert files[first.path]() == data


@pytest.mark.parametrize("dataset", ["official-v2", "fresh-0123456789ab", "unheard-of"])
def test_pictures_without_a_licence_are_neither_read_nor_shown(tmp_path: Path, sources, dataset: str) -> None:
    tasks = _task_set(tmp_path, b"no picture at all", dataset=dataset)
    assert pictures_of(tasks, tasks.tasks["t-1"]) == ()
    assert _files(sources, tasks) == {}


def test_a_file_that_is_not_a_picture_is_refused_by_name(tmp_path: Path) -> None:
    tasks = _task_set(tmp_path, b"no picture at all")
    with pytest.raises(BadInput, match=r"picture 1 of task 't-1'"):
        pictures_of(tasks, tasks.tasks["t-1"])


def test_a_data_url_needs_no_folder() -> None:
    url = "data:image/png;base64," + base64.b64encode(_png((8, 6))).decode()
    task = Task(id="t", check=CHECK, parts=(Picture(number=1, source=url),))
    (shown,) = pictures_of(TaskSet("humaneval-v", "open", {"t": task}), task)
    assert (shown.width, shown.height, shown.alt) == (8, 6, "The picture of task t")


@pytest.mark.parametrize("noise", [False, True])
def test_a_small_picture_is_small_and_keeps_its_comment(*, noise: bool) -> None:
    made = small_picture(_png((800, 400), noise=noise, comment="a canary"))
    with Image.open(io.BytesIO(made)) as image:
        assert image.info["Comment"] == "a canary"
        assert image.width == 2 * image.height
        assert image.width <= 400
    assert len(made) <= SMALL_LIMIT


def test_a_small_picture_is_upright() -> None:
    out, exif = io.BytesIO(), Image.Exif()
    exif[0x0112] = 6
    Image.new("RGB", (800, 400)).save(out, "MPO", save_all=True, append_images=[], exif=exif)
    with Image.open(io.BytesIO(small_picture(out.getvalue()))) as image:
        assert image.size == (200, 400)


def test_transparent_parts_become_white() -> None:
    out = io.BytesIO()
    Image.new("RGBA", (600, 600), (0, 0, 0, 0)).save(out, "PNG")
    with Image.open(io.BytesIO(small_picture(out.getvalue()))) as image:
        assert image.convert("RGB").getpixel((0, 0)) == (255, 255, 255)


def test_a_small_picture_is_made_once_and_then_cached(tmp_path, sources, monkeypatch) -> None:
    tasks = _task_set(tmp_path, _png(noise=True))
    (shown,) = pictures_of(tasks, tasks.tasks["t-1"])
    cache = tmp_path / "cache"
    made = _files(sources, tasks, cache)[shown.small]()
    monkeypatch.setattr("benchmark.leaderboard.parts.pictures.small_picture", lambda _, **__: b"made again")
    assert _files(sources, tasks, cache)[shown.small]() == made
    assert _files(sources, tasks)[shown.small]() == b"made again"


def test_the_stored_copy_of_a_picture_is_its_only_file(tmp_path: Path, sources) -> None:
    from benchmark.suites import load

    (task, *_) = load("humaneval-v").datasets["open"]()
    tasks = TaskSet("humaneval-v", "open", {task.id: task})
    (shown,) = pictures_of(tasks, task)
    files = _files(sources, tasks, tmp_path)
    assert shown.small == shown.path
    assert set(files) == {shown.file}
    assert files[shown.file]() == (STORED / Path(shown.file).name).read_bytes()
