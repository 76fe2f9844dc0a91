"""MMCode's own extraction rule, as in its published code (likaixin2000/MMCode, models.py).

The program that runs, and how its results are compared, follow the published judge
(:mod:`.upstream_judging`).
"""

import re

from benchmark.core.sample import Answer
from benchmark.core.suite import JudgedExtraction
from benchmark.core.task import Task
from benchmark.suites.mmcode.upstream_judging import judged, program

_BLOCK = re.compile(r"```python(.*?)```", re.DOTALL)


def extract_upstream(task: Task, text: str) -> Answer:
    """Return the first block with the tag ``python`` that is closed, or the whole reply without one."""
    block = _BLOCK.search(text)
    code = text if block is None else block[1]
    notes = ("no closed block with the tag python: the whole reply is kept",) if block is None else ()
    return Answer(code=code, program=program(task, code) if code.strip() else "", notes=notes)


UPSTREAM = JudgedExtraction(extract=extract_upstream, judged=judged)
