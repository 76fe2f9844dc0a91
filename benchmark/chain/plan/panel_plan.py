"""The panel of one series in one night: its date and tasks. Part of the format of a plan."""

import datetime
from collections.abc import Sequence

from pydantic import Field

from benchmark.chain.plan.policy import AssumedPrice
from benchmark.core.errors import BadInput, quote_value
from benchmark.core.task import Task
from benchmark.files.edge import Record
from benchmark.results.money import WatchedVersion
from benchmark.results.nights import Night, PanelSample


class PanelPlan(Record):
    """What one night asks of one series: each task once."""

    date: Night
    sample: PanelSample = Field(description="the tasks of the panel; the newest panel of the series fixes it")
    watched: WatchedVersion | None = Field(
        default=None, description="the model, if the series is a new version on the watch list"
    )
    price: AssumedPrice | None = Field(
        default=None, description="price of the watch list, used if the price table lacks the model"
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
        """What is added to a requested seed, so that no two nights have the same one: days since year 1."""
        return datetime.date.fromisoformat(self.date).toordinal()
