"""What a model is shown: texts and pictures in the order in which they stand."""

import base64
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

Role = Literal["system", "user", "assistant"]
MediaType = Literal["image/png", "image/jpeg", "image/gif", "image/webp"]


def sendable(text: str) -> str:
    """``text`` with lone surrogates, which no request can hold, as U+FFFD; pairs become one character."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


@dataclass(frozen=True, slots=True, kw_only=True)
class TextPart:
    """A piece in words."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PicturePart:
    """A piece that is a picture. Encoded once; all draws of a task share the same object."""

    media_type: MediaType
    base64: str  #: of the file as it is sent, standard alphabet, padded
    width: int  #: px, as sent
    height: int  #: px, as sent
    size: int  #: bytes of the file as it is sent

    @property
    def data(self) -> bytes:
        """The file as it is sent."""
        return base64.b64decode(self.base64)

    @property
    def data_url(self) -> str:
        """The picture as a ``data:`` URL."""
        return f"data:{self.media_type};base64,{self.base64}"


Part = TextPart | PicturePart


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One turn of a conversation; text and pictures interleaved in ``parts``."""

    role: Role
    parts: tuple[Part, ...]  #: of a system message: texts only

    @property
    def text(self) -> str:
        """The words, pictures left out."""
        return "".join(part.text for part in self.parts if isinstance(part, TextPart))


def pictures(messages: tuple[Message, ...]) -> Iterator[PicturePart]:
    """All pictures in the order in which they are shown."""
    for message in messages:
        for part in message.parts:
            if isinstance(part, PicturePart):
                yield part
