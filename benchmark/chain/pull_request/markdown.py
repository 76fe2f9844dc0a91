"""Escape untrusted text for GitHub's Markdown, so that it is shown and has no other effect.

Escaped text makes no link, picture, mention, reference, table cell or HTML, and leaves no structure open. It
is safe anywhere except at the beginning of a line.
"""

import html
import re

from benchmark.core.errors import printable_text

_BREAK = "\u200b"  #: a zero-width space: readers do not see it, but it keeps GitHub from making a link
_SIGNS = re.compile(r"[\\`*_{}\[\]()#!|~$^]")
#: Text that would begin a nested list or draw a horizontal line.
_LIST = re.compile(r"^(\d{0,9})([-+.](?:\s|$)|-[-\s]+$)")
#: The positions where GitHub would start an address, a mention, a reference, a commit or an emoji such as
#: :octocat:, whatever the Markdown around it.
_AUTOLINK = re.compile(
    r"(?<=[@#])|(?<=:)(?=[a-z0-9_+-])|(?<=:)(?=/)|(?<=www)(?=\.)|(?<=GH)(?=-)|(?<=[0-9a-f]{6})(?=[0-9a-f])",
    re.IGNORECASE,
)


def escape_markdown(text: str) -> str:
    """Return untrusted text on one line, escaped so that readers see it unchanged."""
    broken = _AUTOLINK.sub(_BREAK, _on_one_line(text))
    escaped = _LIST.sub(r"\1\\\2", _SIGNS.sub(lambda found: "\\" + found[0], broken))
    return html.escape(escaped, quote=False)


def inline_code(text: str) -> str:
    """Return untrusted text as inline code; escape it instead if it could end the code or a table cell."""
    line = _on_one_line(text)
    if not line:
        return ""
    # A | would end a table's cell even inside code; outside a table, its backslash would be shown.
    return escape_markdown(line) if any(sign in line for sign in "`|\\") else f"`{line}`"


def _on_one_line(text: str) -> str:
    return printable_text(" ".join(text.split()))
