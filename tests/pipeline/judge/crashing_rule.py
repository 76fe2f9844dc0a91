"""An extraction rule that crashes; the workers get its source text, and how often it was sent as SENT."""

import os
import time

from benchmark.core.sample import Answer
from benchmark.core.task import Task
from benchmark.extraction.own import extract

SENT = globals().get("SENT", 0)


def crash_or_extract(task: Task, text: str) -> Answer:
    """Crash, wait or fail if the text begins with such a word; otherwise extract the answer."""
    if text.startswith("crash"):
        os._exit(11)
    if text.startswith("key") and "RUBRIC_API_KEY" in os.environ:
        os._exit(11)
    if text.startswith("once") and SENT == 1:
        os._exit(11)
    if text.startswith("hang"):
        time.sleep(60)
    if text.startswith("fail"):
        raise RecursionError
    if text.startswith("forget"):
        raise MemoryError
    return extract(task, text)
