"""Reads text piece by piece: groups in brackets, lists, and texts of nodes."""

import re
from collections.abc import Callable
from itertools import accumulate

from benchmark.judging.tikz.limits import ITEMS, DrawingBudget, NotTikz, TooMuch, check_depth, shown

_SPACE = re.compile(r"\s*")
NAME = re.compile(r"\\[A-Za-z]+|\\.", re.DOTALL)  #: name of a command, with its backslash
WORD = re.compile(r"[A-Za-z]+")
_BRACKETS = re.compile(r"\\.|[\[\](){}]", re.DOTALL)
_CLOSING = {"{": "}", "[": "]", "(": ")"}
_ENDS = re.compile(r"\\.|[{};]", re.DOTALL)
_SIGNS = re.compile(r"\\.|[\[\](){},:/]", re.DOTALL)
_FORMAT = re.compile(
    r"\\(?:tiny|scriptsize|footnotesize|small|normalsize|large|Large|LARGE|huge|Huge|bfseries|itshape|centering"
    r"|sffamily|strut|displaystyle)(?![A-Za-z])|\\(?:textbf|textit|textrm|textsf|emph|mathrm|text)(?=\s*\{)"
)


class Reader:
    """A place in a text; a budget pays for its characters."""

    def __init__(self, text: str, budget: DrawingBudget) -> None:
        budget.take(len(text) // 8 + 1)
        self.text, self._budget = text, budget
        self.go(0)

    def go(self, at: int) -> None:
        """Move to a place, or past the white space at that place."""
        found = _SPACE.match(self.text, at)
        self.at = found.end() if found else at

    @property
    def done(self) -> bool:
        """Whether nothing is left."""
        return self.at >= len(self.text)

    @property
    def rest(self) -> str:
        """The beginning of the unread text, for a message."""
        return shown(self.text[self.at : self.at + 100])

    def peek(self, start: str) -> bool:
        """Whether a text is next."""
        return self.text.startswith(start, self.at)

    def accept(self, start: str) -> bool:
        """Move past a text if it is next; return whether it was."""
        if not self.peek(start):
            return False
        self._budget.take()
        self.go(self.at + len(start))
        return True

    def match(self, pattern: re.Pattern[str]) -> str:
        """Return the text that matches here, and move past it; empty if nothing matches."""
        self._budget.take()
        found = pattern.match(self.text, self.at)
        if found is None:
            return ""
        self.go(found.end())
        return found.group()

    def group(self, opening: str) -> str:
        """Return what is in brackets, which must be next."""
        if not self.peek(opening):
            raise NotTikz(f"{opening!r} expected before {self.rest!r}")
        open_ = [_CLOSING[opening]]
        start = self.at + 1
        for found in _BRACKETS.finditer(self.text, start):
            sign = found.group()
            if sign == "{" or (sign == opening and open_[-1] != "}"):  # in braces, others are plain text
                open_.append(_CLOSING[sign])
                check_depth(len(open_))
            elif sign == open_[-1]:
                open_.pop()
                if not open_:
                    return self._passed(start, found)
        raise NotTikz(f"{opening!r} is never closed: {shown(self.text[start - 1 :])!r}")

    def optional(self, opening: str) -> str:
        """Return the text in brackets if brackets are next, else an empty text."""
        return self.group(opening) if self.peek(opening) else ""

    def statement(self) -> str:
        """Return the text up to the next semicolon outside of braces, which is passed over."""
        depth = 0
        for found in _ENDS.finditer(self.text, self.at):
            sign = found.group()
            depth += (sign == "{") - (sign == "}")
            if sign == ";" and depth == 0:
                return self._passed(self.at, found)
        raise NotTikz(f"a semicolon is missing after {self.rest!r}")

    def _passed(self, start: int, end: re.Match[str]) -> str:
        """Return the text between two places, and go on after the second."""
        self._budget.take((end.end() - start) // 8 + 1)
        self.go(end.end())
        return self.text[start : end.start()]


def split(text: str, separator: str = ",") -> list[str]:
    """Split a text at a separator outside of brackets: a comma, colon or slash."""
    parts, start, depth = [], 0, 0
    for found in _SIGNS.finditer(text):
        sign = found.group()
        depth += (sign in "{([") - (sign in "})]")
        if sign == separator and depth <= 0:
            parts.append(text[start : found.start()].strip())
            start = found.end()
            if len(parts) > ITEMS:
                raise TooMuch(f"a list of more than {ITEMS} entries")
    return [*parts, text[start:].strip()]


def series(text: str, number: Callable[[str], float]) -> list[str]:
    """Split a list, and write out the numbers that ``...`` stands for, as in ``0,2,...,8``."""
    found: list[str] = []
    items = iter(split(text))
    for item in items:
        if item != "...":
            found.append(item)
            continue
        end = next(items, "")
        if not found or not end:
            raise NotTikz("a list that starts or ends with ...")
        last, until = number(found[-1]), number(end)
        step = last - number(found[-2]) if len(found) > 1 else (1.0 if until >= last else -1.0)
        count = (until - last) / step if step else 0
        if len(found) + count > ITEMS:
            raise TooMuch(f"a list of more than {ITEMS} entries")
        # `{0,0.1,...,0.3}` gives a count of 1.9999999999999998, and would lose its end.
        found += [f"{last + k * step:.10g}" for k in range(1, int(count + 1e-6) + 1)]
    return found


def unbraced(text: str) -> str:
    """Remove the braces around a text."""
    text = text.strip()
    for _ in range(3):
        depths = accumulate((sign == "{") - (sign == "}") for sign in text)
        closed = next((at for at, depth in enumerate(depths) if depth == 0), -1)
        if not text.startswith("{") or closed < len(text) - 1:
            break
        text = text[1:-1].strip()
    return text


def words(text: str) -> str:
    """Return the words of a node's text, without commands for its font."""
    plain = _FORMAT.sub("", text).replace("\\\\", " ").replace("\\,", " ")
    plain = unbraced(plain).replace("\\%", "%").replace("\\&", "&").replace("\\#", "#").replace("\\_", "_")
    return " ".join(plain.replace("~", " ").split())[:500]
