"""The stored pictures are those of the bundled tasks, and have the same pixels."""

import io
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from benchmark.leaderboard.inputs.site_config import SiteConfig
from benchmark.leaderboard.inputs.sources import TaskSet, sources_of
from benchmark.leaderboard.parts import pictures
from benchmark.suites import load_all
from tests.sampling import chosen, gate_of

BUNDLED = ("open", "rebuilt")  #: how the names of data sets in this repository begin
REFRESH = "python tests/leaderboard/parts/test_stored_pictures.py --write"
COMMENT = 0x010E  #: the field of EXIF that has a picture's comment, such as a canary


def bundled() -> Iterator[tuple[str, Callable[[], bytes]]]:
    """Yield the name of each stored picture, and a function that returns the file that models get."""
    tasks = {
        (suite.id, name): TaskSet(suite.id, name, {task.id: task for task in load()})
        for suite in load_all().values()
        for name, load in suite.datasets.items()
        if name.startswith(BUNDLED)
    }
    sources = sources_of((), SiteConfig(rows=Path("results")), tasks=tasks)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pictures, "_stored", frozenset)
        pictures._picture_view.cache_clear()
        files = {file.path: file.content for file in pictures.picture_files(sources)}
        pictures._picture_view.cache_clear()
    for path, content in files.items():
        if path.startswith("d/p/"):
            yield f"{Path(path).stem}.webp", content


@gate_of("drawing")
def test_stored_pictures_have_the_pixels_and_comments_that_models_get() -> None:
    found = dict(bundled())
    assert {path.name for path in pictures.STORED.iterdir()} == set(found), f"run {REFRESH}"
    for name, content in found.items():
        if not chosen(name, 8):
            continue
        with Image.open(pictures.STORED / name) as ours, Image.open(io.BytesIO(content())) as theirs:
            assert np.array_equal(*(np.asarray(each.convert("RGBA")) for each in (ours, theirs))), name
            assert ours.getexif().get(COMMENT) == theirs.info.get("Comment"), name


def write() -> None:
    """Make the stored pictures that are missing, and delete those that no task has."""
    pictures.STORED.mkdir(exist_ok=True)
    found = dict(bundled())
    known = {path.name for path in pictures.STORED.iterdir()}
    for name in known - set(found):
        (pictures.STORED / name).unlink()
    for name in set(found) - known:
        with Image.open(io.BytesIO(found[name]())) as image:
            exif = Image.Exif()
            if comment := image.info.get("Comment"):
                exif[COMMENT] = comment
            shown = image.convert("RGBA" if image.has_transparency_data else "RGB")
            shown.save(pictures.STORED / name, lossless=True, exact=True, quality=75, method=4, exif=exif)


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit(f"usage: {REFRESH}")
    write()
