"""Numbers of a data set next to those that a paper states."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from benchmark.files.edge import Record

Unit = Literal["", "characters", "%"]
#: Name, number of the data set and of the paper (None if unknown), and unit.
NumberRow = tuple[str, float | None, float | None, Unit]


class ComparedNumber(Record):
    """One number of a data set, next to the paper's."""

    name: str
    ours: float | None = Field(description="null if it is unknown for this set")
    paper: float | None = Field(description="null if the paper does not state it")
    unit: Unit = ""

    @property
    def cells(self) -> tuple[str, str, str]:
        """The name and both numbers as text, for a table."""
        return self.name, self._text(self.ours), self._text(self.paper)

    def _text(self, value: float | None) -> str:
        return "–" if value is None else f"{value:,g} %" if self.unit == "%" else f"{value:,.10g}"


def compared_numbers(rows: Iterable[NumberRow]) -> list[ComparedNumber]:
    """Return the numbers, those of the data set rounded to hundredths."""
    return [
        ComparedNumber(name=name, ours=None if ours is None else round(ours, 2), paper=paper, unit=unit)
        for name, ours, paper, unit in rows
    ]
