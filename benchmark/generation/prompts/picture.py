"""Pictures as they are sent: the unchanged file, or upright and scaled down if that is needed."""

import base64
import io
import re
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING
from zlib import crc32

from benchmark.core.errors import BadInput, quote_value
from benchmark.core.task import Picture
from benchmark.files.bounded import MIB
from benchmark.files.picture_data import OpenedPicture, may_be_turned, open_picture
from benchmark.generation.prompts.look import LookRequest
from benchmark.generation.prompts.message import MediaType, PicturePart

if TYPE_CHECKING:
    from PIL.Image import Image

#: Maximum bytes of a file that is sent, before base64: the limit of the strictest API.
SIZE_LIMIT = 5 * MIB
#: Maximum px of the longest side of a picture that is sent: the limit of the strictest API.
SIDE_LIMIT = 8000
#: The beginning of a PNG file: its first chunk with width, height and check sum.
_PNG_HEAD = re.compile(rb"\x89PNG\r\n\x1a\n\0\0\0\r(IHDR(.{4})(.{4}).{5})(.{4})", re.DOTALL)
#: Maximum px of the longest side of an enlarged part: vendors scale larger pictures down.
_PART_SIDE = 1568
_EXACT = 1e-6  #: px by which an edge may miss the line between two pixels
_READ_LIMIT = 64 * MIB  #: maximum bytes of a file that is read
_MEDIA: dict[str, MediaType] = {
    "png": "image/png",
    "jpg": "image/jpeg",
    "gif": "image/gif",
    "webp": "image/webp",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class SentPicture:
    """The size of a picture as a model will see it."""

    width: int  #: px, after scaling
    height: int  #: px, after scaling
    scaled: bool  #: whether it was scaled down


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureFile:
    """The unchanged file of a picture."""

    data: bytes
    media_type: MediaType
    width: int  #: px
    height: int  #: px


def read_picture(picture: Picture, folder: Path | None, task_id: str) -> PictureFile:
    """Return the file of a picture, whose pixels are not decoded.

    Raises:
        BadInput: if it cannot be read or is not a picture.
    """
    data, place = _read(picture, folder, task_id)
    head = None if may_be_turned(data) else _PNG_HEAD.match(data)
    if head and crc32(head[1]) == int.from_bytes(head[4]) and b"IDAT" in data:
        width, height = int.from_bytes(head[2]), int.from_bytes(head[3])
        if 0 < width <= SIDE_LIMIT and 0 < height <= SIDE_LIMIT:  # pillow takes ten times as long
            return PictureFile(data=data, media_type="image/png", width=width, height=height)
    opened = open_picture(data, place)
    media_type = _MEDIA[opened.ending]
    return PictureFile(data=data, media_type=media_type, width=opened.width, height=opened.height)


def picture_bytes(picture: Picture, folder: Path | None, task_id: str) -> bytes:
    """Return the content of a picture's file, which :func:`read_picture` has checked before.

    Raises:
        BadInput: if it cannot be read.
    """
    return _read(picture, folder, task_id)[0]


def inspect_picture(picture: Picture, folder: Path | None, task_id: str, max_side: int | None) -> SentPicture:
    """Check and decode a picture, and return the size at which it is sent.

    Args:
        picture: a picture of a task.
        folder: folder that a relative path starts from, if the picture names none; None without a folder.
        task_id: id of the task, for error messages.
        max_side: px of the longest side that is sent; None for no scaling.

    Raises:
        BadInput: if it cannot be read, is not a whole picture, or is too large to be sent as it is.
    """
    data, place = _read(picture, folder, task_id)
    opened = open_picture(data, place)
    image = opened.decode()  # so that a broken file is found before the first call, not during the run
    width, height = _sent_size(opened, max_side)
    if (width, height) != image.size:
        return SentPicture(width=width, height=height, scaled=True)
    size = len(_png(image, image.size) if opened.turned else data)
    if size > SIZE_LIMIT or max(width, height) > SIDE_LIMIT:
        problem = f"is too large: {width} × {height} px, {size / MIB:.1f} MiB"
        fix = f"set max_side in the model config; the limits are {SIDE_LIMIT} px and {SIZE_LIMIT // MIB} MiB"
        raise BadInput(*place, problem, fix)
    return SentPicture(width=width, height=height, scaled=False)


def encode_picture(picture: Picture, folder: Path | None, task_id: str, max_side: int | None) -> PicturePart:
    """Return the picture as it is sent: byte for byte, or as PNG if it is scaled or must be turned upright.

    A Lanczos filter scales it.

    Raises:
        BadInput: if it cannot be read or is not a picture.
    """
    data, place = _read(picture, folder, task_id)
    opened = open_picture(data, place)
    media_type = _MEDIA[opened.ending]
    size = _sent_size(opened, max_side)
    if opened.turned or size != (opened.width, opened.height):
        data, media_type = _png(opened.decode(), size), "image/png"
    return _picture_part(data, media_type, size)


def encode_part(
    picture: Picture, folder: Path | None, task_id: str, box: LookRequest, max_side: int | None
) -> tuple[PicturePart, float]:
    """Return a part of a picture's file as PNG, and the factor by which a Lanczos filter enlarged it.

    Args:
        picture: a picture of a task.
        folder: folder that a relative path starts from, if the picture names none; None without a folder.
        task_id: id of the task, for error messages.
        box: the part; without a factor, its longest side becomes as long as that of the picture.
        max_side: px of the longest side that is sent; at most 1,568 in any case.

    Raises:
        BadInput: if the picture cannot be read or is not a picture.
    """
    data, place = _read(picture, folder, task_id)
    image = open_picture(data, place).decode()
    left, top, right, bottom = (edge * side for edge, side in zip(box.edges, image.size * 2, strict=True))
    part = image.crop((int(left + _EXACT), int(top + _EXACT), ceil(right - _EXACT), ceil(bottom - _EXACT)))
    longest = max(part.size)
    factor = min(box.scale or max(image.size) / longest, min(max_side or _PART_SIDE, _PART_SIDE) / longest)
    size = (max(1, round(part.width * factor)), max(1, round(part.height * factor)))
    png = _png(part, size)
    if len(png) > SIZE_LIMIT:  # at half the sides, even noise fits
        size, factor = (size[0] // 2, size[1] // 2), factor / 2
        png = _png(part, size)
    return _picture_part(png, "image/png", size), factor


def _picture_part(data: bytes, media_type: MediaType, size: tuple[int, int]) -> PicturePart:
    encoded = base64.b64encode(data).decode("ascii")
    return PicturePart(media_type=media_type, base64=encoded, width=size[0], height=size[1], size=len(data))


def _sent_size(picture: OpenedPicture, max_side: int | None) -> tuple[int, int]:
    longest = max(picture.width, picture.height)
    if max_side is None or longest <= max_side:
        return picture.width, picture.height
    factor = max_side / longest
    return max(1, round(picture.width * factor)), max(1, round(picture.height * factor))


def _read(picture: Picture, folder: Path | None, task_id: str) -> tuple[bytes, tuple[str, str]]:
    if picture.source.startswith("data:"):
        place = (f"task {quote_value(task_id)}", f"picture {picture.number}")
        return base64.b64decode(picture.source.partition(",")[2]), place
    folder = picture.folder or folder
    if folder is None:
        problem = f"picture {picture.number} is a path, and the data set has no folder"
        raise BadInput(f"task {quote_value(task_id)}", "", problem, "give it as a data URL")
    path = folder / picture.source
    place = (str(path), f"picture {picture.number} of task {quote_value(task_id)}")
    try:
        if path.stat().st_size > _READ_LIMIT:
            raise BadInput(*place, f"is larger than {_READ_LIMIT // MIB} MiB", "scale it down")
        return path.read_bytes(), place
    except OSError as error:
        raise BadInput(*place, f"cannot be read: {error.strerror}", "put it next to the task file") from None


def _png(image: "Image", size: tuple[int, int]) -> bytes:
    from PIL import Image

    # Pillow scales a palette by the nearest pixel, whatever filter is named.
    if image.mode not in ("L", "LA", "RGB", "RGBA"):
        image = image.convert("RGBA" if "transparency" in image.info or image.mode == "PA" else "RGB")
    out = io.BytesIO()
    image.resize(size, Image.Resampling.LANCZOS).save(out, "PNG", optimize=False)
    return out.getvalue()
