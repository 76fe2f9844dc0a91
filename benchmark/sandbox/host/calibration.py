"""The speed of this machine, used to scale time limits so that they allow the same work on every machine."""

from dataclasses import dataclass

#: CPU seconds that the work of :mod:`benchmark.sandbox.guest.calibration` takes in CPython 3.11 on one core
#: of an AMD EPYC of family 26 (Zen 5) at 2.6 GHz nominal: the median of 150 calibrations.
REFERENCE_SECONDS = 0.00122
#: Runs per calibration, of which the fastest counts. Together they take 25 ms of CPU on the reference machine
#: and 75 ms on a machine that is three times slower.
PIECES = 20
#: Bounds of the time factor.
_LOWEST, _HIGHEST = 1.0, 3.0


@dataclass(frozen=True, slots=True)
class Calibration:
    """The time that a machine takes for the fixed piece of work, in the Python of the sandbox."""

    seconds: float  #: CPU seconds of the fastest run

    @property
    def time_factor(self) -> float:
        """The factor for time limits, from 1 to 3.

        It is 1 on a machine faster than the reference, where the same limit allows more work.
        """
        return round(min(max(self.seconds / REFERENCE_SECONDS, _LOWEST), _HIGHEST), 2)
