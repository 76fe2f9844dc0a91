"""Opens pictures for all who read them: as people see them, upright and with 8 bits per colour."""

import io
import warnings
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from benchmark.core.errors import BadInput, quote_value
from benchmark.core.install import install_extra

if TYPE_CHECKING:
    from PIL.Image import Image

#: Accepted formats by Pillow's names, with the endings of their files. Phones write MPO: a JPEG picture, then
#: others, such as a depth map. Programs that know only JPEG show the first.
FORMATS: Mapping[str, str] = {"PNG": "png", "JPEG": "jpg", "MPO": "jpg", "GIF": "gif", "WEBP": "webp"}
#: One of them is in each file that names an orientation, in EXIF or XMP; this search is faster than decoding.
_NOTES = (b"Exif", b"EXIF", b"eXIf", b"exif", b"adobe")
_PNG = b"\x89PNG\r\n\x1a\n"
_ORIENTATION = 0x0112  #: EXIF's number of the orientation
_UPRIGHT = 1
_SIDEWAYS = (5, 6, 7, 8)  #: orientations whose width is the stored height
_TURNED = (2, 3, 4, *_SIDEWAYS)
#: Multiplies 16-bit greys, so that they have 8 bits; Pillow's own conversion makes all above 255 white.
_TO_8_BITS = 1 / 256


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedPicture:
    """A picture whose pixels are not decoded yet."""

    data: bytes  #: the file
    place: tuple[object, str]  #: file and place in it, for messages
    formats: tuple[str, ...]  #: Pillow's names of the readers that may read it
    ending: str  #: ending of its format's files, such as ``png``
    width: int  #: px, as people see it
    height: int  #: px, as people see it
    turned: bool  #: whether people see it turned or mirrored, as the file asks

    def decode(self, fix: str = "save it again") -> "Image":
        """Return the pixels, upright and with at most 8 bits per colour; of several frames, the first.

        Raises:
            BadInput: if the file is broken or incomplete; with ``fix``.
        """
        from PIL import Image, ImageOps

        try:
            with warnings.catch_warnings(action="ignore"):
                Image.open(io.BytesIO(self.data), formats=self.formats).verify()  # check sums
                image = Image.open(io.BytesIO(self.data), formats=self.formats)
                image.load()
                image = ImageOps.exif_transpose(image) if self.turned else image
        except Exception as error:  # noqa: BLE001 - Pillow's decoders raise many kinds of errors
            raise BadInput(*self.place, f"is broken or cut short: {quote_value(str(error))}", fix) from None
        return _with_8_bits(image) if image.mode.startswith("I") else image


def open_picture(
    data: bytes, place: tuple[object, str], formats: Mapping[str, str] = FORMATS, fix: str = "convert it"
) -> OpenedPicture:
    """Open a picture, and read its format and size.

    Args:
        data: the file.
        place: file and place in it, for messages.
        formats: the accepted formats, by Pillow's names, with the endings of their files.
        fix: what to do about a file that is not one of these pictures.

    Raises:
        BadInput: if Pillow is missing, or the data are not such a picture or have too many pixels.
    """
    try:
        from PIL import Image
    except ImportError:
        raise BadInput(*place, "pictures need the package pillow", install_extra("pictures")) from None
    readers = tuple(name for name in formats if name != "MPO")  # which JPEG's reader reads
    image: Image.Image | None = None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            image = Image.open(io.BytesIO(data), formats=readers)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise BadInput(*place, "has too many pixels to be opened", "scale it down") from None
    except Exception:  # noqa: BLE001, S110 - Pillow's decoders raise many kinds of errors
        pass
    if image is None or image.format not in formats:  # readers may return pictures of other formats, too
        names = [name.replace("WEBP", "WebP") for name in readers]
        raise BadInput(
            *place, f"is not a {' or '.join(filter(None, (', '.join(names[:-1]), names[-1])))} picture", fix
        )
    (width, height), turn = image.size, _orientation(image, data)
    return OpenedPicture(
        data=data,
        place=place,
        formats=readers,
        ending=formats[image.format],
        width=height if turn in _SIDEWAYS else width,
        height=width if turn in _SIDEWAYS else height,
        turned=turn in _TURNED,
    )


def may_be_turned(data: bytes) -> bool:
    """Whether the file of a picture may ask to be turned; False means that it does not."""
    noted = _without_pixels(data)
    return any(note in noted for note in _NOTES)


def _without_pixels(data: bytes) -> bytes:
    """Return a PNG file without its pixels, which are most of it; any other file as it is."""
    if not data.startswith(_PNG):
        return data
    kept, at = [], len(_PNG)
    while at < len(data):
        behind = at + 12 + int.from_bytes(data[at : at + 4])  # length, name, content and check sum
        if data[at + 4 : at + 8] != b"IDAT":
            kept.append(data[at:behind])
        at = behind
    return b"".join(kept)


def _orientation(image: "Image", data: bytes) -> object:
    """Return how a picture must be turned, by EXIF's numbers; a damaged note counts as none."""
    if may_be_turned(data):
        with suppress(Exception), warnings.catch_warnings(action="ignore"):
            return image.getexif().get(_ORIENTATION)
    return _UPRIGHT


def _with_8_bits(image: "Image") -> "Image":
    from PIL import ImageChops

    wide = image.convert("I")
    grey = wide.point(lambda value: value * _TO_8_BITS).convert("L")
    hidden = image.info.get("transparency")  # the one grey that is transparent, in 16 bits
    if isinstance(hidden, int):
        above = wide.point(lambda value: value * 1 - hidden).convert("L")
        below = wide.point(lambda value: value * -1 + hidden).convert("L")
        grey.putalpha(ImageChops.lighter(above, below).point([0] + [255] * 255))
    return grey
