"""Two compared models in the numbers that pages publish: whole tenths of a point."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelPair:
    """Two models within one category, the first minus the second; numbers in tenths of a point."""

    difference: int
    low: int
    high: int
    #: How rarely luck alone does that: 1 in so many; -1 is rarer than 1 in 1,000, -2 than 1 in 1,000,000.
    odds: int
    #: Tasks that would settle it; 0 where it is settled, or nothing would; -1 for more than a million.
    needed: int

    @property
    def real(self) -> bool:
        """Whether the two differ: 0 lies outside."""
        return self.low > 0 or self.high < 0

    def swapped(self) -> "ModelPair":
        """The same with the other model first."""
        return ModelPair(
            difference=-self.difference,
            low=-self.high,
            high=-self.low,
            odds=self.odds,
            needed=self.needed,
        )
