"""Pictures of fetched data sets are decoded once, before anything relies on them."""

import io
import warnings

from benchmark.core.errors import BadInput, shown

_ENDINGS = {"PNG": "png", "JPEG": "jpg", "WEBP": "webp", "GIF": "gif"}
_SIDE_LIMIT = 8192  #: px
_PIXELS_LIMIT = 40_000_000


def ending_of(data: bytes, file: object, place: str) -> str:
    """The ending that a picture's file takes, such as ``png``.

    Raises:
        BadInput: for data that are no whole picture, or a larger one than anybody shows.
    """
    from PIL import Image

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(data), formats=tuple(_ENDINGS)) as image:
                size, ending = image.size, _ENDINGS[str(image.format)]
                if max(size) <= _SIDE_LIMIT and size[0] * size[1] <= _PIXELS_LIMIT:
                    image.verify()
                    Image.open(io.BytesIO(data), formats=tuple(_ENDINGS)).load()  # `verify` skips the pixels
                    return ending
    except Exception as error:  # noqa: BLE001 - Pillow's decoders raise what they like
        raise BadInput(file, place, f"is no whole picture: {shown(str(error))}", "fetch it again") from None
    raise BadInput(file, place, f"is too large a picture: {size[0]} × {size[1]} px", "fetch it again")
