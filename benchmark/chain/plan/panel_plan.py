"""The panel of one series in one night: its date, tasks and draws. Part of the format of a plan."""

import datetime
from collections.abc import Sequence
from typing import Annotated

from pydantic import Field

from benchmark.core.errors import BadInput, quote_value
from benchmark.core.task import Task
from benchmark.files.edge import Name, Record, Slug
from benchmark.results.nightly.named import Night
from benchmark.results.nightly.panel import PanelSample

DRAWS_LIMIT = 2  #: maximum draws of one night
#: Every so many nights a panel draws each task twice, so that the correlation within a night can be seen.
TWICE_DAYS = 7


class WatchedVersion(Record):
    """A new version on the watch list, which nobody has submitted yet."""

    provider: Slug
    model: Name
    suites: Annotated[list[Slug], Field(min_length=1, max_length=20)]


class PanelPlan(Record):
    """What one night asks of one series."""

    date: Night
    draws: Annotated[int, Field(ge=1, le=DRAWS_LIMIT, description="draws of each task")]
    sample: PanelSample = Field(description="the tasks of the panel; the newest panel of the series fixes it")
    watched: WatchedVersion | None = Field(
        default=None, description="the model, if the series is a new version on the watch list"
    )

    def chosen(self, tasks: Sequence[Task]) -> tuple[Task, ...]:
        """Return the panel's tasks, in the order of the data set.

        Raises:
            BadInput: if the sample names a task that the data set lacks.
        """
        if self.sample.kind == "all":
            return tuple(tasks)
        named = {task for drawn in self.sample.strata.values() for task in drawn}
        if unknown := sorted(named - {task.id for task in tasks}):
            problem = f"names the task {quote_value(unknown[0])}, which the data set lacks"
            raise BadInput("--plan", "panel.sample", problem, "plan again")
        return tuple(task for task in tasks if task.id in named)

    @property
    def first_seed(self) -> int:
        """What is added to a requested seed, so that no two nights and no other draw have the same one."""
        return DRAWS_LIMIT * day_number(self.date)


def day_number(date: str) -> int:
    """Return the number of a day, counted from the year 1."""
    return datetime.date.fromisoformat(date).toordinal()


def draws_of(date: str, *, watched: bool) -> int:
    """Return how often a night draws each task: once, and every seventh night twice; a new version once."""
    return DRAWS_LIMIT if not watched and day_number(date) % TWICE_DAYS == 0 else 1
