"""Limits the money that a run spends."""

import asyncio
from collections.abc import Callable

from benchmark.core.errors import BadInput

_DECIMALS = 12  #: of uncertain US dollars, so that nothing is left of an amount that is taken back


class Budget:
    """Allows a call only if its worst case, added to all money spent and reserved, stays within the limit.

    Args:
        limit: US dollars; None for no limit.
        spent: US dollars that earlier runs on the same file spent.
        uncertain: US dollars that calls of earlier runs may have cost at most, if they broke off.
        keep: called with the US dollars that no completion records, worst cases of calls in flight included,
            before a call begins and whenever they grow. A run that is killed leaves the last amount.
    """

    def __init__(
        self,
        limit: float | None,
        spent: float = 0.0,
        uncertain: float = 0.0,
        keep: Callable[[float], object] = lambda _: None,
    ) -> None:
        self.limit = limit
        self.spent = spent  #: measured, US dollars
        #: US dollars in addition to ``spent``: the cost of replies that cannot be kept, and the worst case of
        #: calls that broke off or whose tokens the server did not count.
        self.uncertain = uncertain
        self._reserved: dict[int, float] = {}
        self._parked = 0.0
        self._number = 0
        self._keep = keep
        self._kept = uncertain
        self._settled = asyncio.Event()

    async def admit(self, worst: float) -> int | None:
        """Reserve ``worst`` US dollars for a call; wait while calls in flight may turn out cheaper.

        Returns:
            A reservation for :meth:`settle`; None if the call could exceed the limit in any case.
        """
        if not await self._fits(worst):
            return None
        self._number += 1
        self._reserved[self._number] = worst
        self._keep_open()
        return self._number

    async def admit_again(self, reservation: int, worst: float) -> bool:
        """Reserve ``worst`` US dollars for another attempt of a call whose previous attempt may be billed.

        Returns:
            Whether the amount was reserved; False if the attempt could exceed the limit even after all other
            calls have ended.
        """
        self._reserved.pop(reservation, None)
        self._settled.set()
        # The old reservation is gone already: the call would otherwise wait for its own end.
        fits = await self._fits(worst)
        if fits:
            self._reserved[reservation] = worst
            self._keep_open()
        return fits

    @property
    def is_exceeded(self) -> bool:
        """Whether the money spent, plus what may still be billed, is over the limit."""
        return self.limit is not None and self.spent + self.uncertain > self.limit

    def settle(self, reservation: int, cost: float) -> None:
        """Replace a reservation by the cost of its call: 0 if the call gave no reply."""
        self._reserved.pop(reservation, None)
        self.spent += cost
        self._settled.set()

    def add_uncertain(self, reservation: int, dollars: float) -> None:
        """Replace a reservation by the maximum cost of a call that no completion records, in US dollars.

        A negative cost takes back that of earlier calls of a sample whose completion records it now.
        """
        self._reserved.pop(reservation, None)
        self.uncertain = max(0.0, round(self.uncertain + dollars, _DECIMALS))
        self._keep_open()
        self._settled.set()

    def park(self, reservation: int) -> None:
        """Keep a reservation, without a call in flight: its call waits for a batch."""
        self._parked += self._reserved.pop(reservation, 0.0)
        self._settled.set()

    def _keep_open(self) -> None:
        """Keep the money that no completion records yet, if more was not kept already.

        The kept amount falls only when it would take money from a next run that this one may still spend.
        """
        unrecorded = self.uncertain + sum(self._reserved.values())
        too_much = self.limit is not None and self.spent + self._kept > self.limit
        if unrecorded > self._kept or (unrecorded < self._kept and too_much):
            self._keep(unrecorded)
            self._kept = unrecorded

    async def _fits(self, worst: float) -> bool:
        """Whether the limit allows ``worst`` US dollars more; wait while calls are in flight."""
        while self.limit is not None and self._committed() + worst > self.limit:
            if not self._reserved:
                return False
            self._settled.clear()
            await self._settled.wait()
        return True

    def _committed(self) -> float:
        return self.spent + self.uncertain + self._parked + sum(self._reserved.values())


def lower_limit(option: float | None, config: float | None) -> float | None:
    """Return the lower of ``--budget`` and the config's ``max_cost``; None without either.

    Raises:
        BadInput: if one of them is not above 0.
    """
    for name, value in (("--budget", option), ("max_cost", config)):
        if value is not None and not value > 0:
            raise BadInput(name, "", f"must be above 0, got {value}", "give US dollars, such as 2.50")
    return min((value for value in (option, config) if value is not None), default=None)
