"""Sessions of the Python interpreter, with prompts and printed results, and commands of notebooks."""

import re

_PROMPT = re.compile(r"(?:>>>|\.\.\.)(?: |$)")
#: Matches lines from a prompt at the margin up to the next blank line, which ends the printed results.
_SESSION = re.compile(r"^>>>(?: [^\n]*)?$(?:\n(?![ \t]*$)[^\n]*)*\n?", re.MULTILINE)
_NOTEBOOK = re.compile(r"[ \t]*(?:%%?[^\W\d]|!\w)")
#: Matches notebook lines, blank lines and comments.
_NO_CODE = re.compile(rf"{_NOTEBOOK.pattern}|[ \t]*(?:#|$)")


def without_notebook_lines(code: str) -> str:
    """Return code without the commands of a notebook at its start: ``%matplotlib inline``, ``!pip install``.

    No Python program starts so. A text that has no other lines is left as it is.
    """
    lines = code.split("\n")
    start = next((at for at, line in enumerate(lines) if not _NO_CODE.match(line)), 0)
    return "\n".join([*(line for line in lines[:start] if not _NOTEBOOK.match(line)), *lines[start:]])


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
