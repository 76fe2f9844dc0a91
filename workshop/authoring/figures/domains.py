"""What the data of charts are about: quantities with units, categories, ranges of values."""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError

Value = int | float

_TRIES = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Domain:
    """A context of charts. All its values are written with the same number of characters."""

    name: str
    quantity: str  #: what is measured, such as ``Rainfall``
    unit: str
    low: Value
    high: Value
    step: Value  #: all values are multiples of this
    group: str  #: what a category is, such as ``City``
    categories: tuple[str, ...]
    series: tuple[str, str, str]  #: names of the series, which distinguish the bars of one category
    bar_title: str
    line_title: str
    pie_title: str
    x_label: str  #: of the horizontal axis of lines, with its unit
    x_start: int  #: the first x of a line is near this
    x_step: int  #: distance of neighbouring x of a line

    @property
    def label(self) -> str:
        """The label of the axis of values, such as ``Rainfall (mm)``."""
        return f"{self.quantity} ({self.unit})"

    def value(self, draws: Draws, taken: Sequence[Value] = (), gap: float = 0) -> Value:
        """Return a value in the range that differs from all ``taken``, and by more than ``gap``.

        Raises:
            UnfitError: if none is found.
        """
        for _ in range(_TRIES):
            value = self._multiple(draws.integer(round(self.low / self.step), round(self.high / self.step)))
            if all(abs(value - other) > max(gap, self.step / 2) for other in taken):
                return value
        raise UnfitError(f"no value of {self.name} is far enough from {list(taken)}")

    def values(self, draws: Draws, count: int, gap: float = 0) -> list[Value]:
        """Return different values in the range, in random order; any two differ by more than ``gap``.

        Raises:
            UnfitError: if there is no room for them.
        """
        values: list[Value] = []
        for _ in range(count):
            values.append(self.value(draws, values, gap))
        return draws.shuffled(values)

    def _multiple(self, count: int) -> Value:
        return count * self.step if isinstance(self.step, int) else round(count * self.step, 1)


@cache
def domains() -> tuple[Domain, ...]:
    """Return all domains, as ``domains.toml`` lists them."""
    table = tomllib.loads(files(__package__).joinpath("domains.toml").read_text(encoding="utf-8"))
    return tuple(_domain(name, entry) for name, entry in table.items())


def _domain(name: str, entry: dict[str, Any]) -> Domain:
    bar_title, line_title, pie_title = entry.pop("titles")
    x_label, x_start, x_step = entry.pop("x")
    low, high, step = entry.pop("values")
    return Domain(
        name=name,
        low=low,
        high=high,
        step=step,
        categories=tuple(entry.pop("categories")),
        series=tuple(entry.pop("series")),
        bar_title=bar_title,
        line_title=line_title,
        pie_title=pie_title,
        x_label=x_label,
        x_start=x_start,
        x_step=x_step,
        **entry,
    )
