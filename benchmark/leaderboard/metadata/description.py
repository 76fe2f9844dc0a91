"""The description of a page: its first sentences, without markup."""

import html
import re
from collections.abc import Iterable

from benchmark.analysis.wording import clean

MIN_CHARACTERS = 50  #: below this many, a description says too little
MAX_CHARACTERS = 300  #: search engines and previews show no more
_ENOUGH = 150  #: a page's text is read until this many characters
_READ = 20_000  #: characters of a page that are read
_MANY = 2 * MAX_CHARACTERS
_BLOCK = re.compile(r"<(h1|p|li|dd|td)\b[^>]*>(.*?)</\1>", re.DOTALL)
#: What is left out: a note's date, such as ``*Accepted, 2026-11-20.*``, and labels such as ``**Problem.**``
_LABEL = re.compile(r"\s*(?:<em>[^<]*</em>\s*$|<strong>[^<]*\.</strong>)")
_TAG = re.compile(r"<[^>]*>")
_ENDS = (".", "!", "?", "…", ":", ";")
_JOINER = "\u2060"


def describe(text: str, more: str = "") -> str:
    """Return a description of 50 to 300 characters on one line; ``more`` is added to a short text."""
    line = _join(text)
    if len(line) < MIN_CHARACTERS and more:
        line = f"{line if line.endswith(_ENDS) else f'{line}.'} {_join(more)}" if line else _join(more)
    line = clean(line, _MANY)
    if len(line) <= MAX_CHARACTERS:
        return line
    cut = line[: MAX_CHARACTERS - 1]
    return (cut.rpartition(" ")[0] or cut).rstrip(" ,;:–") + "…"


def first_sentences(body: str, *, heading: bool) -> str:
    """Return the text of the first paragraphs of HTML, and of lists and tables if that is too short."""
    start = max(body.find("<h1"), 0)
    blocks = _BLOCK.findall(body[start : start + _READ])
    tags = ("h1", "p") if heading else ("p",)
    prose = _sentences(block for tag, block in blocks if tag in tags)
    if len(prose) >= MIN_CHARACTERS:
        return prose
    return _sentences(block for tag, block in blocks if heading or tag != "h1")


def _sentences(blocks: Iterable[str]) -> str:
    """Return the text of blocks, until there is enough of it."""
    found: list[str] = []
    for block in blocks:
        words = _join(html.unescape(_TAG.sub("", _LABEL.sub("", block, count=1))))
        if words:
            found.append(words if words.endswith(_ENDS) else f"{words}.")
        if sum(map(len, found)) >= _ENOUGH:
            break
    return " ".join(found)


def _join(text: str) -> str:
    return " ".join(text.replace(_JOINER, "").split())
