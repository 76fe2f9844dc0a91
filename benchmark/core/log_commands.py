"""Makes untrusted text harmless in the log of a workflow.

GitHub's runner reads commands from everything that a step prints: ``::command::`` at the beginning of a line,
and the older ``##[command]`` anywhere in it.
"""

import re

from benchmark.core.errors import printable_text

_COMMAND = re.compile(r"((?:^|[\r\n])\s*)::|##\[")  # the runner also ends a line at \r


def defuse_commands(text: str) -> str:
    """Break up every runner command in a text: ``::command::`` and the older ``##[command]``."""
    return _COMMAND.sub(lambda found: f"{found[1]}: :" if found[0].endswith("::") else "# #[", text)


def log_text(text: str) -> str:
    """Return a text for the log: its commands broken up, and on each line control characters escaped."""
    return "\n".join(defuse_commands(printable_text(line)) for line in text.split("\n"))
