"""Points of graded checks."""

from benchmark.core.task import FigureCheck, Task
from benchmark.judging.scenes.comparison import POINTS


def lowest_points(task: Task) -> float | None:
    """Return the points of an answer that nothing can be compared with; None if the check is not graded."""
    return POINTS[0] if isinstance(task.check, FigureCheck) else None
