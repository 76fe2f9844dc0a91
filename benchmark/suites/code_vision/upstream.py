"""Code-Vision's own extraction and what it runs around an answer, as found in its published outputs.

The cut at ``input(`` is undocumented: it was found by comparing the graded text of published outputs with
their raw text (see the README beside this).
"""

from benchmark.core.sample import Answer
from benchmark.core.task import Task, Text

#: Runs in front of every program. The order matters: sympy is late and shadows ``Tuple``, ``floor`` and more.
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

#: CPU seconds that the published verdicts were given (wall seconds there).
PUBLISHED_SECONDS = 3.0

_PYTHON = "```python"
_FENCE = "```"
_CUT_AT_INPUT = frozenset({"humaneval", "math"})


def extract(task: Task, text: str) -> Answer:
    """Keep what upstream graded, and run it as upstream did.

    A HumanEval answer runs behind the problem's own text: the signature with its docstring is defined first,
    helpers included, and defined again by the answer. The other subsets run the answer alone.
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
    """The block that upstream takes: what stands behind a line "(fence)python", else the first block.

    When "(fence)python" occurs but no such block ends, and when no fence is closed, the whole text is kept,
    fences included. A block with the letters ``assert`` in it ends before them.
    """
    block = _python_block(text) if _PYTHON in text else _first_block(text)
    if block is None:
        return text, ("no closed block: the whole text kept",) if _FENCE in text else ()
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
    return code[: max(end, 0)], ("everything from the first line with input( on cut",)


def problem_text(task: Task) -> str:
    """The words of the problem, pictures left out."""
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
    """What stands between the line of the first fence and the next fence."""
    fence = text.find(_FENCE)
    line_end = text.find("\n", fence) if fence >= 0 else -1
    if line_end < 0:
        return None
    end = text.find(_FENCE, line_end)
    return None if end < 0 else text[line_end + 1 : end]
