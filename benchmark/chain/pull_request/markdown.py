"""Strangers' text in GitHub's Markdown: it is shown, and does nothing.

It makes no link, picture, mention, reference, table cell or HTML, and leaves no structure open. It may stand
anywhere but at the beginning of a line.
"""

import re

from benchmark.core.errors import printable

_BREAK = "\u200b"  #: a space without width: seen by no reader, and by every rule that would make a link
_SIGNS = re.compile(r"[\\`*_{}\[\]()#!|~$^]")
#: What would begin a list inside a list, or be a line across the page.
_LIST = re.compile(r"^(\d{0,9})([-+.](?:\s|$)|-[-\s]+$)")
_HTML = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
#: Behind what GitHub looks for addresses, mentions, references, commits and pictures such as :octocat:,
#: whatever the Markdown around it.
_AUTOMATIC = re.compile(
    r"(?<=[@#])|(?<=:)(?=[a-z0-9_+-])|(?<=:)(?=/)|(?<=www)(?=\.)|(?<=GH)(?=-)|(?<=[0-9a-f]{6})(?=[0-9a-f])",
    re.IGNORECASE,
)


def plain(text: str) -> str:
    """A stranger's text as it is, on one line."""
    broken = _AUTOMATIC.sub(_BREAK, _line(text))
    escaped = _LIST.sub(r"\1\\\2", _SIGNS.sub(lambda found: "\\" + found[0], broken))
    return "".join(_HTML.get(character, character) for character in escaped)


def code(text: str) -> str:
    """A stranger's text as code on one line, where nothing in it could end the code or a cell around it."""
    line = _line(text)
    if not line:
        return ""
    return plain(line) if any(sign in line for sign in "`|\\") else f"`{line}`"


def _line(text: str) -> str:
    return printable(" ".join(text.split()))
