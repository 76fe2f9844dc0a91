"""An extraction rule that crashes; the tests copy this module to where the workers can read it."""

import os
import time
from pathlib import Path

from benchmark.core.sample import Answer
from benchmark.core.task import Task
from benchmark.extraction.own import extract


def crash_or_extract(task: Task, text: str) -> Answer:
    """Crash, wait or fail if the text begins with such a word; otherwise extract the answer."""
    if text.startswith("crash"):
        os._exit(11)
    if text.startswith("key") and "RUBRIC_API_KEY" in os.environ:
        os._exit(11)
    if text.startswith("once "):
        marker = Path(text.removeprefix("once ").partition("\n")[0])
        if not marker.exists():
            marker.touch()
            os._exit(11)
    if text.startswith("hang"):
        time.sleep(60)
    if text.startswith("fail"):
        raise RecursionError
    if text.startswith("forget"):
        raise MemoryError
    return extract(task, text)
