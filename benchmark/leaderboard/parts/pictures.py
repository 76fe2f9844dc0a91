"""The pictures of tasks as files of the site, named by what is in them, with a small one for lists."""

import base64
import io
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from benchmark.analysis.wording import clean
from benchmark.core.digest import digest_lines, sha256_hex
from benchmark.core.task import Picture, Task
from benchmark.files import regenerated
from benchmark.files.atomic import write_atomic
from benchmark.generation.prompts.picture import encode
from benchmark.leaderboard.rows.sources import Sources, TaskSet
from benchmark.leaderboard.shared.licences import licence_of
from benchmark.leaderboard.shared.page import PlainFile

if TYPE_CHECKING:
    from PIL.Image import Image

#: Largest file of a small picture, bytes, where one of its sizes gets there.
SMALL_LIMIT = 15 * 1024
#: Longest side and colours of a small picture, the first that is small enough; drawings have few colours.
_STEPS = ((400, 64), (400, 24), (320, 24), (240, 16), (160, 16))
_FORM = 1  #: raised when small pictures are made in another way
_CACHE = "pictures"  #: folder of small ones, in the cache
_OPAQUE = 255
_DIGITS = 16  #: of the SHA-256 of the file, in its name
_ENDINGS = {"image/png": "png", "image/jpeg": "jpg", "image/gif": "gif", "image/webp": "webp"}


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureView:
    """A picture of a task as pages show it: on a white plate, because models see transparent as white."""

    path: str  #: of the file as the model got it, for ``link``: ``d/p/0123456789abcdef.png``
    small: str  #: of the small one, for ``link``; the same file where that is small already
    width: int  #: px, of the file
    height: int  #: px, of the file
    number: int  #: among the task's pictures, from 1
    alt: str  #: names the picture; what it shows is in the task's description


def pictures_of(tasks: TaskSet, task: Task) -> tuple[PictureView, ...]:
    """The pictures of a task in its order; none where the licence of its data set does not let them be shown.

    Reads the head of each file, once for all pages.

    Raises:
        BadInput: for a picture that is not there, is none, or is larger than a model may be sent.
    """
    if not licence_of(tasks.suite, tasks.dataset).shows:
        return ()
    pictures = [part for part in task.parts if isinstance(part, Picture)]
    return tuple(_shown(one, tasks.folder, task.id, len(pictures)) for one in pictures)


def picture_files(sources: Sources) -> Iterator[PlainFile]:
    """The files of all pictures that may be shown, each once; a small one is made when it is written."""
    if sources.where.cache is not None:
        regenerated.prune(sources.where.cache / _CACHE)
    known: set[str] = set()
    for tasks in sources.tasks.values():
        for task in tasks.tasks.values():
            parts = (part for part in task.parts if isinstance(part, Picture))
            for part, shown in zip(parts, pictures_of(tasks, task), strict=False):
                if shown.path not in known:
                    known.add(shown.path)
                    file = _File(part, tasks.folder, task.id, sources.where.cache)
                    yield PlainFile(shown.path, file.whole)
                    if shown.small != shown.path:
                        yield PlainFile(shown.small, file.small)


def check_pictures(sources: Sources) -> None:
    """Look at all pictures that may be shown, before anything is built.

    Raises:
        BadInput: as :func:`pictures_of`.
    """
    for tasks in sources.tasks.values():
        for task in tasks.tasks.values():
            pictures_of(tasks, task)


@dataclass(frozen=True, slots=True)
class _File:
    """A picture where it lies; nothing of it is in memory."""

    picture: Picture
    folder: Path | None
    task: str
    cache: Path | None

    def whole(self) -> bytes:
        """The file as the model got it."""
        return base64.b64decode(encode(self.picture, self.folder, self.task, None).base64)

    def small(self) -> bytes:
        """The small one, from the cache where it was made before."""
        data = self.whole()
        if self.cache is None:
            return small_picture(data)
        path = regenerated.entry_path(self.cache / _CACHE, digest_lines([_FORM, sha256_hex(data)]), "png")
        try:
            return regenerated.read(path)
        except OSError:
            made = small_picture(data)
            write_atomic(path, made)
            return made


def small_picture(data: bytes) -> bytes:
    """A picture that loads at once, as PNG; a comment in the file, such as a canary, is kept.

    Args:
        data: of a picture that Pillow opens.

    Returns:
        At most ``SMALL_LIMIT`` bytes, unless even the smallest step has more.
    """
    from PIL import Image
    from PIL.PngImagePlugin import PngInfo

    said = PngInfo()
    with Image.open(io.BytesIO(data), formats=("PNG", "JPEG", "GIF", "WEBP")) as image:
        if isinstance(comment := image.info.get("Comment"), str):
            said.add_text("Comment", comment)
        opaque = _on_white(image)
    packed = b""
    for side, colours in _STEPS:
        out = io.BytesIO()
        small = _scaled(opaque, side).quantize(colours, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
        small.save(out, "PNG", pnginfo=said)
        packed = out.getvalue()
        if len(packed) <= SMALL_LIMIT:
            break
    return packed


def _on_white(image: "Image") -> "Image":
    from PIL import Image

    if image.mode == "RGB":
        return image.copy()
    image.load()
    layers = image if image.mode == "RGBA" else image.convert("RGBA")
    alpha = layers.getchannel("A")
    if alpha.getextrema() == (_OPAQUE, _OPAQUE):
        return layers.convert("RGB")
    ground = Image.new("RGB", layers.size, "white")
    ground.paste(layers, mask=alpha)
    return ground


def _scaled(image: "Image", side: int) -> "Image":
    from PIL import Image

    factor = min(1.0, side / max(image.size))
    size = (max(1, round(image.width * factor)), max(1, round(image.height * factor)))
    return image.resize(size, Image.Resampling.BOX) if size != image.size else image


@lru_cache(maxsize=8192)
def _shown(picture: Picture, folder: Path | None, task: str, of: int) -> PictureView:
    part = encode(picture, folder, task, None)
    name = sha256_hex(base64.b64decode(part.base64))[:_DIGITS]
    path = f"d/p/{name}.{_ENDINGS[part.media_type]}"
    which = f"picture {picture.number} of {of}" if of > 1 else "picture"
    return PictureView(
        path=path,
        small=path if part.size <= SMALL_LIMIT else f"d/s/{name}.png",
        width=part.width,
        height=part.height,
        number=picture.number,
        alt=f"The {which} of task {clean(task)}",
    )
