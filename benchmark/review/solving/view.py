"""What a person sees of a sitting."""

from dataclasses import dataclass
from typing import Literal

from benchmark.authoring.attempts import Attempt
from benchmark.core.task import Task

#: ``ready``: nothing is shown yet. ``shown``: time runs. ``done``: no task is left.
Phase = Literal["ready", "shown", "paused", "done"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SittingView:
    """What a person sees."""

    phase: Phase
    task: Task | None  #: the task that is shown, or next
    position: int  #: its number in this sitting, from 1
    total: int  #: number of tasks of this sitting
    draft: str  #: what the person has written
    last: str  #: id of the task that was finished last; empty if there is none
    last_attempt: Attempt | None
    finished: tuple[tuple[str, Attempt], ...]  #: tasks that were finished in this sitting
