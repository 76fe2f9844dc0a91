"""A metric's value with its interval and the numbers of tasks and samples behind it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """One metric of a row. ``value``, ``low`` and ``high`` are on ``scale``."""

    metric: str  #: ``pass@1``, ``execution_success``, ``share:timeout`` ...
    value: float
    low: float  #: lower end of the 95 % interval
    high: float  #: upper end of the 95 % interval
    #: Standard error of ``value``, clustered by stem, as other tools print it; None for a single stem.
    stderr: float | None = None
    tasks: int  #: number of tasks with at least one judged sample
    samples: int  #: number of judged samples
    missing: int = 0  #: samples without a verdict (a failure of ours); they do not count in ``value``
    worst: float | None = None  #: lowest possible value had all samples been judged; None if none is missing
    best: float | None = None  #: highest possible value had all samples been judged; None if none is missing
    #: Empty for all tasks, else a name like ``subset:math``, ``subset:math/level:easy``, ``category:tree``.
    category: str = ""
    scale: str = "fraction"  #: ``fraction`` (0 to 1; pages show a percentage) or ``points`` (1 to 10)
