"""Words, names, values and signs of a text in words, one after the other."""

import re
from collections.abc import Callable
from typing import TypeVar

from workshop.flowchart.vocabulary import RESERVED

_T = TypeVar("_T")
_TOKEN = re.compile(
    r"""
    [ ]*(?:
    (?P<string>[rRbBuU]{0,2}(?:'''(?:[^\\]|\\.)*?'''|\"\"\"(?:[^\\]|\\.)*?\"\"\"|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"))
  | (?P<number>-?(?:0[xXoObB][0-9a-fA-F_]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d+)?)[jJ]?)
  | (?P<name>[^\W\d]\w*(?:\.[^\W\d]\w*)*)
  | ‘(?P<quoted>[^\W\d]\w*)’
  | (?P<sign>\.\.\.|[()\[\]{},:?])
  )""",
    re.VERBOSE | re.DOTALL,
)


class NotReadableError(ValueError):
    """The text is not an expression or step in words."""


class WordTokens:
    """Reads one text from left to right.

    Raises:
        NotReadableError: from every method, if the text has another form.
    """

    def __init__(self, text: str) -> None:
        self.tokens: list[tuple[str, str]] = []
        self.place = 0
        position, text = 0, text.rstrip(" ")
        while position < len(text):
            found = _TOKEN.match(text, position)
            if found is None:
                raise NotReadableError(text[position:])
            self.tokens.append((str(found.lastgroup), found[str(found.lastgroup)]))
            position = found.end()

    def finish(self) -> None:
        """Check that every token was read."""
        if self.place < len(self.tokens):
            raise NotReadableError(self.tokens[self.place][1])

    def take(self, text: str) -> bool:
        """Skip these words or signs if they come next."""
        parts = text.split()
        found = self.tokens[self.place : self.place + len(parts)]
        if [part for kind, part in found if kind in {"name", "sign"}] != parts:
            return False
        self.place += len(parts)
        return True

    def expect(self, text: str) -> None:
        """Skip these words or signs."""
        if not self.take(text):
            raise NotReadableError(f"expected {text}")

    def name(self) -> str:
        """Read a name, which may be in quotes."""
        kind, text = self.next_token()
        if kind == "quoted" or (kind == "name" and "." not in text and text not in RESERVED):
            return text
        raise NotReadableError(text)

    def dotted_name(self) -> str:
        """Read a name such as ``os.path``."""
        kind, text = self.next_token()
        if kind not in {"name", "quoted"}:
            raise NotReadableError(text)
        return text

    def attempt(self, read: Callable[[], _T]) -> _T | None:
        """Return what ``read`` returns; None, without having moved, if it fails."""
        place = self.place
        try:
            return read()
        except NotReadableError:
            self.place = place
            return None

    def next_token(self) -> tuple[str, str]:
        """Read a token: its kind and its text."""
        if self.place >= len(self.tokens):
            raise NotReadableError("the end")
        self.place += 1
        return self.tokens[self.place - 1]

    def ahead(self) -> str:
        """Return the next word or sign without reading it; empty if it is neither."""
        kind, text = self.tokens[self.place] if self.place < len(self.tokens) else ("", "")
        return text if kind in {"name", "sign"} else ""

    def comes(self, text: str) -> bool:
        """Tell whether these words come next."""
        place = self.place
        comes = self.take(text)
        self.place = place
        return comes
