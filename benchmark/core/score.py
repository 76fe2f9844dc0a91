"""A metric with its interval and its denominators."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """One number of a row. ``value``, ``low`` and ``high`` are on ``scale``."""

    metric: str  #: ``pass@1``, ``execution_success``, ``share:timeout`` ...
    value: float
    low: float  #: lower end of the 95 % interval
    high: float  #: upper end of the 95 % interval
    tasks: int  #: tasks with at least one judged sample
    samples: int  #: judged samples
    missing: int = 0  #: samples without verdict through a failure of ours, left out of ``value``
    worst: float | None = None  #: the least that missing samples could make it; None without any
    best: float | None = None  #: and the most
    #: Empty for all tasks, else ``subset:math``, ``subset:math/level:easy`` or ``category:tree``.
    category: str = ""
    scale: str = "fraction"  #: 0 to 1, only pages show percentages; or ``points``, 1 to 10
