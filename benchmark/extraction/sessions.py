"""Sessions of the Python interpreter: code behind ``>>>`` and ``...``, with printed results."""

import re

_PROMPT = re.compile(r"(?:>>>|\.\.\.)(?: |$)")
#: Matches lines from a prompt at the margin up to the next blank line, which ends the printed results.
_SESSION = re.compile(r"^>>>(?: [^\n]*)?$(?:\n(?![ \t]*$)[^\n]*)*\n?", re.MULTILINE)


def starts_with_session(code: str) -> bool:
    """Whether the first line that is neither blank nor a comment begins with ``>>>``."""
    lines = (line.lstrip() for line in code.split("\n"))
    return next((line for line in lines if line and line[0] != "#"), "").startswith(">>>")


def without_prompts(code: str) -> str:
    """Return the text after ``>>>`` and ``...`` of each line; printed results are left out."""
    lines = (line.lstrip() for line in code.split("\n"))
    return "\n".join(line[4:] for line in lines if _PROMPT.match(line))


def without_sessions(code: str) -> str:
    """Return ``code`` without its sessions, which end at blank lines, and without blank lines around it."""
    return _SESSION.sub("", code).strip("\n")
