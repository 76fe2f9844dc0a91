"""The stored small pictures are those of the bundled tasks, and look like newly made ones."""

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
from benchmark.suites import SUITES
from tests.sampling import chosen

BUNDLED = ("open", "rebuilt")  #: how the names of data sets in this repository begin
REFRESH = "python tests/leaderboard/parts/test_stored_pictures.py --write"
#: Maximum mean difference of two pictures, of 255: another version of Pillow may choose other colours.
DIFFERENCE = 4.0


def newly_made() -> Iterator[tuple[str, Callable[[], bytes]]]:
    """Yield the name of each small picture of bundled tasks, and a function that makes it anew."""
    tasks = {
        (suite.id, name): TaskSet(suite.id, name, {task.id: task for task in load()})
        for suite in SUITES.values()
        for name, load in suite.datasets.items()
        if name.startswith(BUNDLED)
    }
    sources = sources_of((), SiteConfig(rows=Path("results")), tasks=tasks)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pictures, "STORED", Path("/nonexistent"))
        for file in pictures.picture_files(sources):
            if file.path.startswith("d/s/"):
                yield file.path.rpartition("/")[2], file.content


@pytest.mark.gate
def test_stored_small_pictures_are_those_of_the_bundled_tasks() -> None:
    made = dict(newly_made())
    assert {path.name for path in pictures.STORED.iterdir()} == set(made), f"run {REFRESH}"
    for name, content in made.items():
        if not chosen(name, 8):
            continue
        with Image.open(pictures.STORED / name) as ours, Image.open(io.BytesIO(content())) as theirs:
            assert ours.size == theirs.size, name
            difference = np.abs(np.asarray(ours.convert("RGB"), int) - np.asarray(theirs.convert("RGB"), int))
            assert difference.mean() <= DIFFERENCE, f"{name} looks different: run {REFRESH}"


def write() -> None:
    """Make the small pictures that are missing, and delete those that no task has."""
    pictures.STORED.mkdir(exist_ok=True)
    made = dict(newly_made())
    known = {path.name for path in pictures.STORED.iterdir()}
    for name in known - set(made):
        (pictures.STORED / name).unlink()
    for name in set(made) - known:
        (pictures.STORED / name).write_bytes(made[name]())


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit(f"usage: {REFRESH}")
    write()
