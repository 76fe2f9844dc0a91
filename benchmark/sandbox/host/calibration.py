"""How fast this machine is, so that a limit of time means the same amount of work on every machine."""

from dataclasses import dataclass

#: CPU seconds of one piece of :mod:`benchmark.sandbox.guest.calibration` in CPython 3.11 on one core of an
#: AMD EPYC of family 26 (Zen 5) at 2.6 GHz nominal: the fastest of twenty, median of 150 such runs.
REFERENCE_SECONDS = 0.00122
#: Pieces a calibration; the fastest counts. Together 25 ms of CPU on the reference, 75 ms on the slowest
#: machine that the factor makes up for.
PIECES = 20
_LOWEST, _HIGHEST = 1.0, 3.0


@dataclass(frozen=True, slots=True)
class Calibration:
    """What a machine took for the fixed piece of work, in the Python of the sandbox."""

    seconds: float  #: CPU of the fastest piece

    @property
    def time_factor(self) -> float:
        """Limits of time are multiplied by this, 1 to 3.

        A faster machine than the reference keeps the limits as tasks state them: an answer then has time for
        more work, never for less.
        """
        return round(min(max(self.seconds / REFERENCE_SECONDS, _LOWEST), _HIGHEST), 2)
