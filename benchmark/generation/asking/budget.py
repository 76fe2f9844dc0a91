"""How much money a run may spend."""

import asyncio

from benchmark.core.errors import BadInput


class Budget:
    """Lets a call begin only when its worst case, beside all that is spent and in flight, stays within.

    Args:
        limit: US dollars; None for no limit.
        spent: by earlier runs on the same file, US dollars.
        uncertain: worst case of their calls that broke off, likewise.
    """

    def __init__(self, limit: float | None, spent: float = 0.0, uncertain: float = 0.0) -> None:
        self.limit = limit
        self.spent = spent  #: measured, US dollars
        self.uncertain = uncertain  #: worst case of calls that may have been billed although no reply came
        self._reserved: dict[int, float] = {}
        self._number = 0
        self._settled = asyncio.Event()

    async def admit(self, worst: float) -> int | None:
        """Reserve ``worst`` US dollars for a call; waits while calls in flight may turn out cheaper.

        Returns:
            What to hand to :meth:`settle`; None when the call could pass the limit in any case.
        """
        while self.limit is not None and self._committed() + worst > self.limit:
            if not self._reserved:
                return None
            self._settled.clear()
            await self._settled.wait()
        self._number += 1
        self._reserved[self._number] = worst
        return self._number

    @property
    def passed(self) -> bool:
        """Whether what is spent, and what may be on the bill, is over the limit."""
        return self.limit is not None and self.spent + self.uncertain > self.limit

    def settle(self, reservation: int, cost: float) -> None:
        """The call of a reservation has cost ``cost``: 0 for one that failed before it was worked on."""
        del self._reserved[reservation]
        self.spent += cost
        self._settled.set()

    def fear(self, worst: float) -> None:
        """An attempt broke off after the server took it: it may be on the bill, beside its reservation."""
        self.uncertain += worst

    def _committed(self) -> float:
        return self.spent + self.uncertain + sum(self._reserved.values())


def limit_of(option: float | None, config: float | None) -> float | None:
    """The lower of ``--budget`` and the config's ``max_cost``.

    Raises:
        BadInput: for one that is not above 0.
    """
    for name, value in (("--budget", option), ("max_cost", config)):
        if value is not None and not value > 0:
            raise BadInput(name, "", f"must be above 0, got {value}", "US dollars, such as 2.50")
    return min((value for value in (option, config) if value is not None), default=None)
