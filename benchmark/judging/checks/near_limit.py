"""Whether a run came so near a limit of time that it says more of the machine's load than of the answer."""

from benchmark.core.task import Limits
from benchmark.sandbox.host.zygote import ChildExit

#: From this share of a limit on a run is near it.
NEAR = 0.8
#: CPU beyond this share is beyond doubt: we have seen a load make programs take 10 to 45 % more, never half.
CLEAR = 1.5
#: A share of the backstop. What has waited less for a core would have been late on an idle machine as well.
_HARDLY_WAITED = 0.02


def is_near(end: ChildExit, limits: Limits) -> bool:
    """Whether a run should be judged again, with nothing beside it.

    It is not when its CPU time or its wall time leaves no doubt: a loop without end is killed far beyond the
    limit, and what slept through the whole backstop has not been kept from running.

    Args:
        end: of the run.
        limits: that it had.
    """
    cpu = end.cpu_seconds / limits.seconds
    if cpu >= NEAR:
        return cpu < CLEAR
    wall = end.wall_seconds / limits.wall_seconds
    slept_through = wall >= 1.0 and end.code is None
    if slept_through:
        return end.waited_seconds >= _HARDLY_WAITED * limits.wall_seconds
    return wall >= NEAR
