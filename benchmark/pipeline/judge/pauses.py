"""Notices that processes were stopped, frozen with their container, or asleep with the machine.

The wall clock continues during a pause, so an answer may seem late that is not. A process is not told that it
did not run, but it can notice it afterwards: a wait of a tenth of a second took longer.
"""

import contextlib
import os
import time
from collections.abc import Callable
from dataclasses import dataclass

#: Seconds between two readings of the clock. Gaps that are longer by less than this do not count.
TICK_SECONDS = 0.1


@dataclass(frozen=True, slots=True)
class Clocks:
    """The clocks of this process, in seconds; each may start anywhere."""

    #: Runs also while the machine sleeps.
    wall: Callable[[], float] = lambda: time.clock_gettime(time.CLOCK_BOOTTIME)
    #: The clock of deadlines, which stops while the machine sleeps.
    monotonic: Callable[[], float] = time.monotonic
    cpu: Callable[[], float] = time.process_time  #: CPU time of this process


class PauseWatch:
    """Measures for how long this process did not run.

    Call :meth:`look` at least every :data:`TICK_SECONDS` as long as the process waits. Time in which it
    computed does not count as a pause, however long it was.

    Args:
        clocks: the clocks to read.
    """

    def __init__(self, clocks: Clocks | None = None) -> None:
        self._clocks = clocks or Clocks()
        self._wall, self._cpu = self._clocks.wall(), self._clocks.cpu()
        self._monotonic = self._clocks.monotonic()
        self._paused = 0.0
        #: :meth:`clock` at the last :meth:`look`. Compare deadlines with it: no later pause can change it.
        self.now = self._monotonic

    def look(self) -> float:
        """Read the clocks; return the seconds of a pause since the last call, or 0."""
        wall, cpu, monotonic = self._clocks.wall(), self._clocks.cpu(), self._clocks.monotonic()
        gap = wall - self._wall - (cpu - self._cpu) - TICK_SECONDS
        pause = gap if gap > TICK_SECONDS else 0.0
        if pause:
            self._paused += min(pause, monotonic - self._monotonic)
        self._wall, self._cpu, self._monotonic = wall, cpu, monotonic
        self.now = monotonic - self._paused
        return pause

    def clock(self) -> float:
        """Return the time in seconds, from any start. Pauses that :meth:`look` has found are left out."""
        return self._clocks.monotonic() - self._paused


def was_stopped(pid: int) -> bool:
    """Whether a child of this process was stopped or continued since the last call for it.

    Only signals from outside do that. A process that has ended counts as not stopped.
    """
    with contextlib.suppress(ChildProcessError):
        return os.waitid(os.P_PID, pid, os.WSTOPPED | os.WCONTINUED | os.WNOHANG) is not None
    return False
