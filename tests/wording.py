"""Printed texts as tests hold them, in lines that one command can write again.

``assert wrapped(text) == snapshot(...)`` compares the whole text. After a change of wording,
``./noxw -s tests -- -n 0 -m '' --inline-snapshot=fix -k NAME`` writes the new texts into the tests; read the
diff.
"""

import re

#: A part of a line of at most 100 characters, if it has spaces: the linter's limit is 110.
_PART = re.compile(r".{0,99}\S(?= |$)|.+?\S(?= |$)|.+")


def wrapped(text: str) -> str:
    """Return a text whose long lines are broken before a space; the next line begins with it."""
    return "\n".join("\n".join(_PART.findall(line)) for line in text.split("\n"))
