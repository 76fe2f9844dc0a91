"""Messages for a model: texts and pictures in order."""

import base64
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

Role = Literal["system", "user", "assistant"]
MediaType = Literal["image/png", "image/jpeg", "image/gif", "image/webp"]


def sendable(text: str) -> str:
    """Replace lone surrogates, which no request can hold, by U+FFFD; merge pairs into one character."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


@dataclass(frozen=True, slots=True, kw_only=True)
class TextPart:
    """A part of a message that is text."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PicturePart:
    """A part of a message that is a picture. It is encoded once and shared by all draws of a task."""

    media_type: MediaType
    base64: str  #: the file that is sent, in the standard alphabet, padded
    width: int  #: px of the picture that is sent
    height: int  #: px of the picture that is sent
    size: int  #: bytes of the file that is sent, before base64

    @property
    def data(self) -> bytes:
        """The file that is sent."""
        return base64.b64decode(self.base64)

    @property
    def data_url(self) -> str:
        """The picture as a ``data:`` URL."""
        return f"data:{self.media_type};base64,{self.base64}"


Part = TextPart | PicturePart


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One turn of a conversation; ``parts`` interleaves texts and pictures."""

    role: Role
    parts: tuple[Part, ...]  #: a system message has texts only

    @property
    def text(self) -> str:
        """The texts of all parts, without pictures."""
        return "".join(part.text for part in self.parts if isinstance(part, TextPart))


def chat_message(message: Message, detail: str | None = None) -> dict[str, object]:
    """Return a message in the format of OpenAI's chat API, with pictures as ``data:`` URLs.

    Args:
        message: the message.
        detail: how finely the model reads pictures; None for the server's default.
    """

    def shown(part: Part) -> dict[str, object]:
        if isinstance(part, TextPart):
            return {"type": "text", "text": part.text}
        finer = {} if detail is None else {"detail": detail}
        return {"type": "image_url", "image_url": {"url": part.data_url, **finer}}

    if all(isinstance(part, TextPart) for part in message.parts):  # some servers refuse a list here
        return {"role": message.role, "content": message.text}
    return {"role": message.role, "content": [shown(part) for part in message.parts]}


def pictures(messages: tuple[Message, ...]) -> Iterator[PicturePart]:
    """Yield all pictures in the order in which they are shown."""
    for message in messages:
        for part in message.parts:
            if isinstance(part, PicturePart):
                yield part
