"""The pictures of tasks as files of the site, named by their digest.

Those of bundled tasks are stored without loss as WebP, those of a family side by side in one file, a sheet:
as they are alike, that takes fewer bytes, and less than half of the files. Any other large picture has a
small version for lists.
"""

import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from benchmark.analysis.wording import clean
from benchmark.core.digest import sha256_hex
from benchmark.core.task import Picture, Task
from benchmark.files import regenerated
from benchmark.files.picture_data import open_picture
from benchmark.files.shipped import SHIPPED
from benchmark.generation.prompts.picture import picture_bytes, read_picture
from benchmark.leaderboard.inputs.facts import licence_of
from benchmark.leaderboard.inputs.sources import Sources, TaskSet
from benchmark.leaderboard.parts.site_page import PlainFile

if TYPE_CHECKING:
    from PIL.Image import Image

#: Maximum bytes of a small picture, if one of ``_STEPS`` makes it small enough.
SMALL_LIMIT = 8 * 1024
#: (longest side in px, number of colours) of small pictures; the first step that is small enough is used.
_STEPS = ((400, 64), (400, 24), (320, 24), (240, 16), (160, 16))
_CACHE = "pictures"  #: folder of small pictures in the cache
#: Pictures of bundled tasks, as WebP with the same pixels.
STORED = SHIPPED / "site" / "pictures"
#: The sheets among them: name → width and height in px, and the left edge of each picture by its digest.
SHEETS = STORED / "sheets.json"
#: zlib level of small pictures: level 9 takes seven times as long as this and saves 11 % of the bytes.
_COMPRESSION = 6
_OPAQUE = 255
_DIGEST_DIGITS = 16  #: digits of a file's SHA-256 in its name
_ENDINGS = {"image/png": "png", "image/jpeg": "jpg", "image/gif": "gif", "image/webp": "webp"}


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureView:
    """A task's picture as pages show it: on a white plate, because models see transparent parts as white."""

    #: Path of the file that models get, or of its stored copy, for ``link``: ``d/p/0123456789abcdef.png``.
    #: On a sheet, ``#xywh=`` follows with its place, as W3C's Media Fragments write it.
    path: str
    small: str  #: path of the small version, for ``link``; same as ``path`` if it is small or stored
    width: int  #: width of the picture, px
    height: int  #: height of the picture, px
    number: int  #: number among the task's pictures, from 1
    alt: str  #: alternative text, which only names the picture: the task's description says what it shows
    digest: str  #: first digits of the SHA-256 of the file that models get
    whole: Callable[[], bytes] = field(repr=False, compare=False)  #: reads the file that models get
    left: int = 0  #: px from the left edge of its sheet
    sheet: tuple[int, int] = (0, 0)  #: width and height of its sheet, px; zeros if it has its own file
    in_file: int = 1  #: number of pictures in its file

    @property
    def file(self) -> str:
        """Path of its file, which other pictures of the family may share."""
        return self.path.partition("#")[0]

    def with_its_sheet(self, family: str) -> "PictureView":
        """Return its whole sheet as one picture; ``family`` is the title of the tasks that share it."""
        if not any(self.sheet):
            return self
        width, height = self.sheet
        alt = f"The pictures of {family}"
        return replace(self, path=self.file, small=self.file, width=width, height=height, alt=alt)


def pictures_of(tasks: TaskSet, task: Task) -> tuple[PictureView, ...]:
    """Return the pictures of a task in its order; none if the data set's licence does not allow showing them.

    Each file is read only once for all pages.

    Raises:
        BadInput: if a picture is missing, is not a picture, or is larger than what models may be sent.
    """
    if task.id not in tasks.pictures:
        shows = licence_of(tasks.suite, tasks.dataset, tasks.licence).shows
        pictures = [part for part in task.parts if isinstance(part, Picture) and shows]
        views = (_picture_view(each, tasks.folder, task.id, len(pictures)) for each in pictures)
        tasks.pictures[task.id] = tuple(views)
    found: tuple[PictureView, ...] = tasks.pictures[task.id]
    return found


def picture_files(sources: Sources) -> Iterator[PlainFile]:
    """Yield the files of all pictures that may be shown, each once.

    Small versions are made when they are written, unless they are in the cache.
    """
    if sources.where.cache is not None:
        regenerated.prune(sources.where.cache / _CACHE)
    known: set[str] = set()
    for tasks in sources.tasks.values():
        for task in tasks.tasks.values():
            parts = (part for part in task.parts if isinstance(part, Picture))
            for part, shown in zip(parts, pictures_of(tasks, task), strict=False):
                if shown.file not in known:
                    known.add(shown.file)
                    whole = partial(picture_bytes, part, tasks.folder, task.id)
                    is_stored = shown.digest in _stored()
                    yield PlainFile(shown.file, _stored_path(shown).read_bytes if is_stored else whole)
                    if shown.small != shown.path:
                        yield PlainFile(shown.small, partial(stored_small, whole, sources.where.cache))


def check_pictures(sources: Sources) -> None:
    """Check all pictures that may be shown, before anything is built.

    Raises:
        BadInput: if a picture is missing, is not a picture, or is larger than what models may be sent.
    """
    for tasks in sources.tasks.values():
        for task in tasks.tasks.values():
            pictures_of(tasks, task)


def with_small(picture: PictureView) -> PictureView:
    """Return a picture of home or a board, which shows a small version even of a large stored one."""
    if picture.digest not in _stored():
        return picture
    is_large = any(picture.sheet) or _stored_path(picture).stat().st_size > SMALL_LIMIT
    return replace(picture, small=f"d/s/{picture.digest}.png") if is_large else picture


def small_files(shown: Iterable[PictureView], cache: Path | None) -> Iterator[PlainFile]:
    """Yield the small versions of stored pictures among those of :func:`with_small`, without comments."""
    for picture in shown:
        if picture.small != picture.path and picture.digest in _stored():
            # Not from the stored copy: a whole sheet takes 50 MB.
            yield PlainFile(picture.small, partial(stored_small, picture.whole, cache, comment=False))


class _Stored(NamedTuple):
    """Where a picture is stored."""

    file: str
    left: int = 0  #: px from the left edge of its sheet
    sheet: tuple[int, int] = (0, 0)  #: width and height of its sheet, px; zeros if it has its own file
    in_file: int = 1  #: number of pictures in its file


@cache
def _stored() -> Mapping[str, _Stored]:
    """Return where each stored picture is, by its digest; without them, pages show the files of the tasks."""
    found = {path.stem: _Stored(path.name) for path in STORED.glob("*.webp")}
    sheets = json.loads(SHEETS.read_bytes()) if SHEETS.exists() else {}
    for name, (width, height, places) in sheets.items():
        for digest, left in places.items():
            found[digest] = _Stored(f"{name}.webp", left, (width, height), len(places))
    return found


def _stored_path(picture: PictureView) -> Path:
    return STORED / _stored()[picture.digest].file


def stored_small(whole: Callable[[], bytes], cache: Path | None, **options: Any) -> bytes:
    """Return the :func:`small_picture` of a file with these options: the one in the cache, else a new one."""
    data = whole()
    content = ["small picture", sha256_hex(data), options]
    made = partial(small_picture, data, **options)
    return regenerated.once(cache and cache / _CACHE, content, regenerated.BYTES, made)


def small_picture(data: bytes, steps: Sequence[tuple[int, int]] = _STEPS, *, comment: bool = True) -> bytes:
    """Return a PNG, JPEG, GIF or WebP file as small PNG; its ``comment``, such as a canary, is kept.

    It has at most ``SMALL_LIMIT`` bytes, unless even the last of ``steps`` (px of the longer side, and number
    of colours) gives more.
    """
    from PIL import Image
    from PIL.PngImagePlugin import PngInfo

    info = PngInfo()
    image = open_picture(data, ("small picture", "")).decode()
    if comment and isinstance(text := image.info.get("Comment"), str):
        info.add_text("Comment", text)
    opaque = _on_white(image)
    packed = b""
    for side, colours in steps:
        out = io.BytesIO()
        small = _scale(opaque, side).quantize(colours, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
        small.save(out, "PNG", pnginfo=info, compress_level=_COMPRESSION)
        packed = out.getvalue()
        if len(packed) <= SMALL_LIMIT:
            break
    return packed


def _on_white(image: "Image") -> "Image":
    from PIL import Image

    if image.mode == "RGB":
        return image
    layers = image if image.mode == "RGBA" else image.convert("RGBA")
    alpha = layers.getchannel("A")
    if alpha.getextrema() == (_OPAQUE, _OPAQUE):
        return layers.convert("RGB")
    ground = Image.new("RGB", layers.size, "white")
    ground.paste(layers, mask=alpha)
    return ground


def _scale(image: "Image", side: int) -> "Image":
    from PIL import Image

    factor = min(1.0, side / max(image.size))
    size = (max(1, round(image.width * factor)), max(1, round(image.height * factor)))
    return image.resize(size, Image.Resampling.BOX) if size != image.size else image


@lru_cache(maxsize=8192)
def _picture_view(picture: Picture, folder: Path | None, task: str, of: int) -> PictureView:
    part = read_picture(picture, folder, task)
    digest = sha256_hex(part.data)[:_DIGEST_DIGITS]
    path = f"d/p/{digest}.{_ENDINGS[part.media_type]}"
    small = path if len(part.data) <= SMALL_LIMIT else f"d/s/{digest}.png"
    stored = _stored().get(digest, _Stored(""))
    if stored.file:
        place = f"#xywh={stored.left},0,{part.width},{part.height}" if any(stored.sheet) else ""
        path = small = f"d/p/{stored.file}{place}"
    which = f"picture {picture.number} of {of}" if of > 1 else "picture"
    return PictureView(
        path=path,
        small=small,
        width=part.width,
        height=part.height,
        number=picture.number,
        alt=f"The {which} of task {clean(task)}",
        digest=digest,
        whole=partial(picture_bytes, picture, folder, task),
        left=stored.left,
        sheet=stored.sheet,
        in_file=stored.in_file,
    )
