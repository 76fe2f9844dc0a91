"""Checks pictures of fetched data sets by decoding them once."""

import io
import warnings

from benchmark.core.errors import BadInput, quote_value

_ENDINGS = {"PNG": "png", "JPEG": "jpg", "WEBP": "webp", "GIF": "gif"}
_SIDE_LIMIT = 8192  #: px
_PIXELS_LIMIT = 40_000_000


def ending_of(data: bytes, file: object, place: str) -> str:
    """Check a picture, and return the file name ending of its format, such as ``png``.

    Raises:
        BadInput: if the data are not a complete picture, or it is larger than the limits.
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
    except Exception as error:  # noqa: BLE001 - Pillow's decoders raise many kinds of errors
        problem = f"is not a complete picture: {quote_value(str(error))}"
        raise BadInput(file, place, problem, "fetch it again") from None
    raise BadInput(file, place, f"is too large a picture: {size[0]} × {size[1]} px", "fetch it again")
