"""Two compared models in the numbers that the site publishes: whole tenths of a point."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelPair:
    """The first model minus the second within one category, in tenths of a point."""

    difference: int
    low: int  #: lower end of the interval
    high: int  #: upper end of the interval
    alone_low: int  #: lower end of the interval that allows for no other pair
    alone_high: int  #: upper end of the interval that allows for no other pair
    #: If the two are equally good, luck alone makes such a difference 1 time in ``odds``; -1 means less than
    #: once in a thousand, -2 less than once in a million.
    odds: int
    #: Tasks that would settle the difference; -1 for more than a million. 0 if the difference is real or 0,
    #: or if the table already has that many tasks.
    needed: int
    sure: bool = True  #: for a real difference: whether it stays real in any case of the missing samples

    @property
    def real(self) -> bool:
        """Whether the two really differ: 0 lies outside the interval."""
        return self.low > 0 or self.high < 0

    def swapped(self) -> "ModelPair":
        """Return the same pair with the other model first."""
        return ModelPair(
            difference=-self.difference,
            low=-self.high,
            high=-self.low,
            alone_low=-self.alone_high,
            alone_high=-self.alone_low,
            odds=self.odds,
            needed=self.needed,
            sure=self.sure,
        )
