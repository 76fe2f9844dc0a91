"""The stand-in of a dry run answers each task of its set.

After a change of the open set of MMCode, write its replies again with
``python tests/suites/test_dry_run_replies.py``.
"""

import json
from pathlib import Path

from benchmark.core.names import DRY_RUN
from benchmark.submissions.rules import EXAMPLES
from benchmark.suites import load

FILE = Path(__file__).parents[2] / "submissions" / EXAMPLES / DRY_RUN / "replies.jsonl"
WRONG = "```python\nprint()\n```\n"  #: the reply to a task that had none


def tasks() -> list[str]:
    return sorted(task.id for task in load("mmcode").datasets["open"]())


def replied() -> dict[str, str]:
    """Return the lines of the file by task."""
    lines = FILE.read_text(encoding="utf-8").splitlines()
    return {str(json.loads(line)["task_id"]): line for line in lines}


def test_each_task_has_a_reply() -> None:
    assert list(replied()) == tasks(), "run `.nox/tests/bin/python tests/suites/test_dry_run_replies.py`"


if __name__ == "__main__":
    known = replied()
    lines = (
        known.get(task) or json.dumps({"task_id": task, "draw": 0, "completion": WRONG}) for task in tasks()
    )
    FILE.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
