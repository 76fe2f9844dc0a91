"""Code-Vision's own extraction rule, and the code that it runs in front of an answer.

Both follow its published outputs. The cut at ``input(`` is undocumented: it was found by comparing the graded
text of published outputs with their raw text (see the README of this suite).
"""

from benchmark.core.sample import Answer
from benchmark.core.task import Task, Text

#: Runs in front of every program. The order matters: sympy comes late and replaces ``Tuple``, ``floor`` and
#: more.
PREAMBLE = """\
from typing import List
from typing import List, Tuple
from typing import List, Optional
from typing import List, Any
import math
from collections import defaultdict
from functools import cache
from collections import deque
import collections
import heapq
from sortedcontainers import SortedList
from sortedcontainers import SortedDict
from itertools import accumulate
from collections import Counter
from math import floor
import bisect
import time
from datetime import datetime
from sympy import *
import hashlib
"""

#: Time limit of the published verdicts, in wall seconds; here it is a limit of CPU seconds.
PUBLISHED_SECONDS = 3.0

_PYTHON = "```python"
_FENCE = "```"
_CUT_AT_INPUT = frozenset({"humaneval", "math"})


def extract(task: Task, text: str) -> Answer:
    """Keep the text that upstream graded, and run it as upstream did.

    An answer of the subset ``humaneval`` runs behind the problem's own text, which defines the signature with
    its docstring and any helpers; the answer then defines the function again. In other subsets the answer
    runs alone.
    """
    code, notes = graded_block(text)
    if task.subset in _CUT_AT_INPUT:
        code, cut = cut_at_input(code)
        notes += cut
    if task.subset != "humaneval":
        return Answer(code=code, program=code, notes=notes)
    notes += ("the problem's own text runs in front of the answer",)
    return Answer(code=code, program=problem_text(task) + code, notes=notes)


def graded_block(text: str) -> tuple[str, tuple[str, ...]]:
    """Return the block that upstream takes: the first one marked ``python``, else the first of any kind.

    If the text contains three backquotes and ``python`` but such a block is never closed, or if no block at
    all is closed, the whole text is kept, backquotes included. A block is cut before the letters ``assert``.
    """
    # A tag such as "```python3" is enough for the first rule, which then finds no block: all of it is kept.
    block = _python_block(text) if _PYTHON in text else _first_block(text)
    if block is None:
        return text, ("no closed block: the whole text kept",) if _FENCE in text else ()
    # Letters anywhere count, as upstream: `# assertion` in a comment cuts a function in half.
    position = block.find("assert")
    if position >= 0:
        return block[:position], ("everything from the first assert on cut",)
    return block, ()


def cut_at_input(code: str) -> tuple[str, tuple[str, ...]]:
    """Drop the first line that contains ``input(`` and all below it."""
    position = code.find("input(")
    if position < 0:
        return code, ()
    end = code.rfind("\n", 0, position)
    # `rfind` gives -1 if the first line has it: nothing is left.
    return code[: max(end, 0)], ("everything from the first line with input( on cut",)


def problem_text(task: Task) -> str:
    """Return the text of the problem, without its pictures."""
    return "".join(part.text for part in task.parts if isinstance(part, Text))


def _python_block(text: str) -> str | None:
    opening = _PYTHON + "\n"
    start = text.find(opening)
    if start < 0:
        return None
    start += len(opening)
    end = text.find("\n" + _FENCE, start)
    return None if end < 0 else text[start:end]


def _first_block(text: str) -> str | None:
    """Return the text between the line of the first fence and the next fence; None if there is none."""
    fence = text.find(_FENCE)
    line_end = text.find("\n", fence) if fence >= 0 else -1
    if line_end < 0:
        return None
    # Unlike in `_python_block`, this fence may be inside a line, as upstream's graded texts show.
    end = text.find(_FENCE, line_end)
    return None if end < 0 else text[line_end + 1 : end]
