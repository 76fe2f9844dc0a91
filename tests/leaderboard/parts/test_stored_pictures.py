"""The stored pictures are those of the bundled tasks, and have the same pixels."""

import io
import json
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from PIL import Image

from benchmark.core.digest import sha256_hex
from benchmark.core.order import natural_key
from benchmark.core.task import Picture
from benchmark.generation.prompts.picture import picture_bytes
from benchmark.leaderboard.inputs.sources import TaskSet
from benchmark.leaderboard.parts import pictures
from benchmark.leaderboard.parts.addresses import first_of_same
from benchmark.suites import load_all
from tests.sampling import chosen, gate_of

BUNDLED = ("open", "rebuilt")  #: how the names of data sets in this repository begin
REFRESH = "python tests/leaderboard/parts/test_stored_pictures.py --write"
COMMENT = 0x010E  #: the field of EXIF that has a picture's comment, such as a canary
GAP = 16  #: px between the pictures of a sheet, so that a scaled one shows no pixel of the next
MAX_PICTURES, MAX_WIDTH = 5, 6000  #: of a sheet; a page shows a whole family at once

Sheet = dict[str, bytes]  #: digest → file that models get


def families() -> Iterator[Sheet]:
    """Yield the pictures of each family of bundled tasks, on whichever data set of its task page."""
    found: dict[tuple[str, ...], Sheet] = defaultdict(dict)
    for suite in load_all().values():
        for name, load in suite.datasets.items():
            tasks = load() if name.startswith(BUNDLED) else ()
            for task in sorted(tasks, key=lambda task: natural_key(task.id)):
                for part in (part for part in task.parts if isinstance(part, Picture)):
                    data = picture_bytes(part, None, task.id)
                    family = found[suite.id, first_of_same(suite.id, name), task.family]
                    family.setdefault(sha256_hex(data)[: pictures._DIGEST_DIGITS], data)
    yield from found.values()


def sheets() -> Iterator[Sheet]:
    """Yield the pictures of each stored file, in order."""
    for family in families():
        sheet, width = Sheet(), 0
        for digest, data in family.items():
            own = size_of(data)[0]
            if sheet and (len(sheet) == MAX_PICTURES or width + own > MAX_WIDTH):
                yield sheet
                sheet, width = {}, 0
            sheet[digest], width = data, width + own + GAP
        yield sheet


def size_of(data: bytes) -> tuple[int, int]:
    with Image.open(io.BytesIO(data)) as image:
        return image.size


def file_name(sheet: Sheet) -> str:
    """Return the digest of the only picture, or that of all digests."""
    whole = sha256_hex(",".join(sheet).encode())[: pictures._DIGEST_DIGITS]
    return f"{next(iter(sheet)) if len(sheet) == 1 else whole}.webp"


@gate_of("drawing")
def test_stored_pictures_have_the_pixels_and_comments_that_models_get() -> None:
    found = {file_name(sheet): sheet for sheet in sheets()}
    assert {path.name for path in pictures.STORED.glob("*.webp")} == set(found), f"run {REFRESH}"
    stored = pictures._stored()
    for name, sheet in found.items():
        if not chosen(name, 8):
            continue
        with Image.open(pictures.STORED / name) as ours:
            for digest, data in sheet.items():
                with Image.open(io.BytesIO(data)) as theirs:
                    left = stored[digest].left
                    part = ours.crop((left, 0, left + theirs.width, theirs.height))
                    assert np.array_equal(*(np.asarray(each.convert("RGBA")) for each in (part, theirs))), (
                        name
                    )
                    assert theirs.info.get("Comment", "") in ours.getexif().get(COMMENT, ""), name
            assert stored[digest].in_file == len(sheet)
            assert len(sheet) == 1 or stored[digest].sheet == ours.size


def test_a_sheet_has_the_pictures_of_a_task_at_the_places_that_pages_show() -> None:
    suite = load_all()["humaneval-v"]
    first, second, *_ = suite.datasets["open"]()
    assert first.family == second.family
    tasks = TaskSet(suite.id, "open", {first.id: first, second.id: second})
    for task in (first, second):
        (shown,) = pictures.pictures_of(tasks, task)
        part = next(part for part in task.parts if isinstance(part, Picture))
        with (
            Image.open(pictures.STORED / Path(shown.file).name) as sheet,
            Image.open(io.BytesIO(picture_bytes(part, None, task.id))) as theirs,
        ):
            assert shown.sheet == sheet.size
            assert f"#xywh={shown.left},0,{shown.width},{shown.height}" in shown.path
            box = (shown.left, 0, shown.left + shown.width, shown.height)
            assert sheet.crop(box).convert("RGB").tobytes() == theirs.convert("RGB").tobytes()


def write() -> None:
    """Make the stored pictures that are missing, delete those that no task has, and list the sheets."""
    pictures.STORED.mkdir(exist_ok=True)
    found = {file_name(sheet): sheet for sheet in sheets()}
    for path in pictures.STORED.glob("*.webp"):
        if path.name not in found:
            path.unlink()
    places: dict[str, tuple[int, int, dict[str, int]]] = {}
    for name, sheet in found.items():
        sizes = {digest: size_of(data) for digest, data in sheet.items()}
        lefts, right = {}, -GAP
        for digest, (width, _) in sizes.items():
            lefts[digest], right = right + GAP, right + GAP + width
        size = right, max(height for _, height in sizes.values())
        if len(sheet) > 1:
            places[Path(name).stem] = (*size, lefts)
        if not (pictures.STORED / name).exists():
            save(pictures.STORED / name, sheet, size, lefts)
    lines = (f"{json.dumps(name)}: {json.dumps(places[name])}" for name in sorted(places))
    pictures.SHEETS.write_text("{\n" + ",\n".join(lines) + "\n}\n")


def save(path: Path, sheet: Sheet, size: tuple[int, int], lefts: dict[str, int]) -> None:
    """Save pictures side by side on white, without loss; what is clear stays clear."""
    images = {digest: Image.open(io.BytesIO(data)) for digest, data in sheet.items()}
    mode = "RGBA" if any(image.has_transparency_data for image in images.values()) else "RGB"
    shown, exif = Image.new(mode, size, "white"), Image.Exif()
    for digest, image in images.items():
        shown.paste(image.convert(mode), (lefts[digest], 0))
    if comments := dict.fromkeys(
        image.info["Comment"] for image in images.values() if "Comment" in image.info
    ):
        exif[COMMENT] = "\n".join(comments)
    # Method 4 takes a fraction of the time, but made the largest sheets twice as large.
    shown.save(path, lossless=True, exact=True, quality=100, method=6, exif=exif)


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit(f"usage: {REFRESH}")
    write()
