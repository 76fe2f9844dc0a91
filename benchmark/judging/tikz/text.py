"""Reads text piece by piece: groups in brackets, lists, options, and texts of nodes."""

import re
from collections.abc import Iterator

from benchmark.judging.tikz.limits import ITEMS, Budget, NotTikz, TooMuch, check_depth, shown

_SPACE = re.compile(r"\s*")
_NAME = re.compile(r"\\[A-Za-z]+|\\.", re.DOTALL)
_WORD = re.compile(r"[A-Za-z]+")
_COMMENT = re.compile(r"(?<!\\)%[^\n]*")
_BRACKETS = re.compile(r"\\.|[\[\](){}]", re.DOTALL)
_CLOSING = {"{": "}", "[": "]", "(": ")"}
_ENDS = re.compile(r"\\.|[{};]", re.DOTALL)
_FORMAT = re.compile(
    r"\\(?:tiny|scriptsize|footnotesize|small|normalsize|large|Large|LARGE|huge|Huge|bfseries|itshape|centering"
    r"|sffamily|strut|displaystyle)(?![A-Za-z])|\\(?:textbf|textit|textrm|textsf|emph|mathrm|text)(?=\s*\{)"
)


def without_comments(text: str) -> str:
    """Remove comments."""
    return _COMMENT.sub("", text)


class Reader:
    """A place in a text.

    Args:
        text: what is read.
        budget: pays for each character of ``text``.
    """

    def __init__(self, text: str, budget: Budget) -> None:
        budget.step(len(text) // 8 + 1)
        self.text, self.at, self._budget = text, 0, budget
        self.skip()

    def skip(self) -> None:
        """Pass over white space."""
        found = _SPACE.match(self.text, self.at)
        self.at = found.end() if found else self.at

    @property
    def done(self) -> bool:
        """Whether nothing is left."""
        return self.at >= len(self.text)

    @property
    def rest(self) -> str:
        """The start of what is left, for a message."""
        return shown(self.text[self.at : self.at + 100])

    def peek(self, start: str) -> bool:
        """Whether a text is next."""
        return self.text.startswith(start, self.at)

    def accept(self, start: str) -> bool:
        """Pass over a text if it is next."""
        if not self.text.startswith(start, self.at):
            return False
        self._budget.step()
        self.at += len(start)
        self.skip()
        return True

    def expect(self, start: str) -> None:
        """Pass over a text that must be next.

        Raises:
            NotTikz: if it is not.
        """
        if not self.accept(start):
            raise NotTikz(f"{start!r} expected before {self.rest!r}")

    def match(self, pattern: re.Pattern[str]) -> str:
        """Return what matches here, which is passed over; empty if nothing does."""
        self._budget.step()
        found = pattern.match(self.text, self.at)
        if found is None:
            return ""
        self.at = found.end()
        self.skip()
        return found.group()

    def word(self) -> str:
        """Return the next word of letters; empty if there is none."""
        return self.match(_WORD)

    def command(self) -> str:
        """Return the next command with its backslash; empty if there is none."""
        return self.match(_NAME)

    def group(self, opening: str) -> str:
        """Return what is in brackets, which must be next.

        Raises:
            NotTikz: if brackets do not match.
        """
        closing = _CLOSING[opening]
        if not self.peek(opening):
            raise NotTikz(f"{opening!r} expected before {self.rest!r}")
        open_ = [closing]
        start = self.at + 1
        for found in _BRACKETS.finditer(self.text, start):
            sign = found.group()
            if sign == "{" or (sign == opening and open_[-1] != "}"):  # in braces, others are plain text
                open_.append(_CLOSING[sign])
                check_depth(len(open_))
            elif sign == open_[-1]:
                open_.pop()
                if not open_:
                    self._budget.step((found.end() - start) // 8 + 1)
                    self.at = found.end()
                    self.skip()
                    return self.text[start : found.start()]
        raise NotTikz(f"{opening!r} is never closed: {shown(self.text[start - 1 :])!r}")

    def optional(self, opening: str) -> str:
        """Return what is in brackets if they are next, else an empty text."""
        return self.group(opening) if self.peek(opening) else ""

    def statement(self) -> str:
        """Return the text up to the next semicolon outside of braces, which is passed over.

        Raises:
            NotTikz: if there is none.
        """
        depth = 0
        for found in _ENDS.finditer(self.text, self.at):
            sign = found.group()
            depth += (sign == "{") - (sign == "}")
            if sign == ";" and depth == 0:
                start, self.at = self.at, found.end()
                self._budget.step((self.at - start) // 8 + 1)
                self.skip()
                return self.text[start : found.start()]
        raise NotTikz(f"a semicolon is missing after {self.rest!r}")


def split(text: str, separator: str = ",") -> list[str]:
    """Split a text at a separator outside of brackets.

    Raises:
        TooMuch: if there are too many parts.
    """
    parts, start, depth, escaped = [], 0, 0, False
    for i, sign in enumerate(text):
        if escaped:
            escaped = False
        elif sign == "\\":
            escaped = True
        elif sign in "{([":
            depth += 1
        elif sign in "})]":
            depth -= 1
        elif sign == separator and depth <= 0:
            parts.append(text[start:i].strip())
            start = i + 1
            if len(parts) > ITEMS:
                raise TooMuch(f"a list of more than {ITEMS} entries")
    return [*parts, text[start:].strip()]


def unbraced(text: str) -> str:
    """Remove the braces around a text."""
    text = text.strip()
    for _ in range(3):
        if not (text.startswith("{") and text.endswith("}")) or _closes_early(text):
            break
        text = text[1:-1].strip()
    return text


def _closes_early(text: str) -> bool:
    depth = 0
    for i, sign in enumerate(text):
        depth += (sign == "{") - (sign == "}")
        if depth == 0:
            return i < len(text) - 1
    return True


def options(text: str, budget: Budget) -> Iterator[tuple[str, str | None]]:
    """Yield options with their values; the value is None if there is none."""
    budget.step(len(text))
    for entry in split(text):
        if entry:
            key, equals, value = entry.partition("=")
            yield " ".join(key.split()), unbraced(value) if equals else None


def words(text: str) -> str:
    """Return what a node's text says, without commands for its font."""
    plain = _FORMAT.sub("", text).replace("\\\\", " ").replace("\\,", " ")
    plain = unbraced(plain).replace("\\%", "%").replace("\\&", "&").replace("\\#", "#").replace("\\_", "_")
    return " ".join(plain.replace("~", " ").split())[:500]
