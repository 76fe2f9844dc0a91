"""Rules by which numbers of a table are circled and others struck out, as arrays of all of them.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt

from workshop.authoring.family import Call
from workshop.authoring.rule_space import Choices, RuleSpace, choice_counts, rule_of

Array = npt.NDArray[np.int64]
ROW, COLUMN, FALLING, RISING = (0, 1), (1, 0), (1, 1), (-1, 1)
#: (number, row, column) → what numbers are compared by; of equal ones, the first in the table is circled.
FEATURES: dict[str, Callable[[int, int, int], int]] = {
    "number": lambda number, _row, _column: number,
    "last digit": lambda number, _row, _column: number % 10,
    "sum of digits": lambda number, _row, _column: number // 10 + number % 10,
    "row": lambda _number, row, _column: row,
    "column": lambda _number, _row, column: column,
    "corner": lambda _number, row, column: row + column,
    "diagonal": lambda _number, row, column: column - row,
    "reading": lambda _number, row, column: 100 * row + column,
}
#: Parts of what a reader may see in the steps → their choices.
PARTS: dict[str, Sequence[Any]] = {
    "circled": tuple(product(FEATURES, ("smallest", "largest"))),
    "every second": ("likewise", "from the other end"),
    "lines": (  # through the circled number; what is on them is taken out
        *((ROW,), (COLUMN,), (ROW, COLUMN), (FALLING,), (RISING,), (FALLING, RISING)),
        *((ROW, FALLING, RISING), (COLUMN, FALLING, RISING), (ROW, COLUMN, FALLING, RISING)),
    ),
    "side": ("both", "right or down", "left or up"),
    "reach": (1, 2, 99),  # cells
    "gaps": ("no matter", "end the line"),
    "edges": ("end the line", "lead to the other side"),
    "only": ("all", "as odd or even", "not as odd or even"),  # of the numbers on the lines
    "also": ("nothing", "last digit", "first digit", "sum of digits", "multiples", "near"),  # anywhere
}
#: Mutation → the lines and their reach.
RIGHT = {
    "diagonals": ((FALLING, RISING), 99),
    "lines": ((ROW, COLUMN), 99),
    "around": ((ROW, COLUMN, FALLING, RISING), 1),
    "column": ((COLUMN,), 99),
}
_NEAR = 5  #: difference of numbers that are near
_PRIME = 2**31 - 1


def right_rule(mutation: str, chosen: str) -> Mapping[str, int]:
    """Return the rule of a mutation, which circles the ``max`` or ``min``, by the choice of each part."""
    order = "number", "largest" if chosen == "max" else "smallest"
    lines, reach = RIGHT[mutation]
    rest = "no matter", "end the line", "all", "nothing"
    return rule_of(PARTS, (order, "likewise", lines, "both", reach, *rest))


@lru_cache(maxsize=4)
def strike_rules(struck: int) -> RuleSpace:
    """Return the space of tables without the multiples of a number.

    A call with True as a second argument gives the numbers that are left after each step, too.
    """
    parts = choice_counts(PARTS)
    return RuleSpace(parts=parts, results=partial(_circled, struck=struck), coded=_coded, compared=2_000)


def _coded(numbers: Sequence[int]) -> int:
    code = 0
    for number in numbers:
        code = _onward(code, number)
    return code


def _onward(code: Any, number: Any) -> Any:
    return (code * 1_000_003 + number) % _PRIME


def _circled(rules: Choices, call: Call, *, struck: int) -> Array:
    """Return a number for the circled numbers of each rule; the cells that are left are the bits of a number."""
    table, with_left = call[0], len(call) > 1
    numbers = np.array([number for row in table for number in row])
    bits = 1 << np.arange(len(numbers))
    ranked, only, also, ends = _order(table), *_masks(numbers), _ends(len(table), len(table[0]))
    every = np.arange(len(rules["only"]))
    code, left = np.zeros((2, len(every)), np.int64)
    left += bits[numbers % struck > 0].sum()
    step = 0
    while len(every):
        active = {name: choice[every] for name, choice in rules.items()}
        here = left[every]
        turned = (active["every second"] == 1) & (step % 2 == 1)
        order = ranked[active["circled"] ^ turned]
        at = order[np.arange(len(every)), (here[:, None] >> order & 1).argmax(axis=1)]
        gone = _on_lines(active, at, here, ends) & only[active["only"], at]
        left[every] = here = here & ~(gone | also[active["also"], at] | bits[at])
        code[every] = _onward(code[every], numbers[at])
        if with_left:
            code[every] = _onward(code[every], here)
        every, step = every[here > 0], step + 1
    return code


def _on_lines(rules: Choices, at: Array, left: Array, ends: Array) -> Array:
    """Return the cells on the lines of each rule through a cell."""
    gone, reach = np.zeros(len(at), np.int64), np.array(PARTS["reach"])[rules["reach"]]
    for number, direction in enumerate((ROW, COLUMN, FALLING, RISING)):
        has = np.array([direction in lines for lines in PARTS["lines"]])[rules["lines"]]
        for back in (0, 1):  # a rising line goes up on its way to the right
            on = has & (rules["side"] != 2 - back)
            for far, cells in enumerate(ends[number, back], 1):
                cell = cells[rules["edges"], at]
                on &= (cell > 0) & (reach >= far)
                gone |= np.where(on, cell, 0)
                on &= (rules["gaps"] == 0) | (left & cell > 0)
    return gone


@lru_cache(maxsize=16)
def _ends(high: int, wide: int) -> Array:
    """Return the cell at a distance from another one as a bit, 0 for none.

    Its shape is (lines, both ways, distances from 1, edges, cells).
    """
    cells = [(row, column) for row in range(high) for column in range(wide)]
    shape = 4, 2, max(high, wide) - 1, 2, len(cells)
    found = np.zeros(shape, np.int64)
    for line, back, far, wraps, at in np.ndindex(*shape):
        steps = (far + 1) * (1 - 2 * back)
        row, column = (
            place + steps * way
            for place, way in zip(cells[at], (ROW, COLUMN, FALLING, RISING)[line], strict=True)
        )
        if wraps or (row, column) in cells:
            found[line, back, far, wraps, at] = 1 << (row % high * wide + column % wide)
    return found


def _order(table: Sequence[Sequence[int]]) -> Array:
    """Return the cells in each order."""
    cells = [(number, row, column) for row, line in enumerate(table) for column, number in enumerate(line)]
    orders = []
    for feature, which in PARTS["circled"]:
        keys = [FEATURES[feature](*cell) * (1 if which == "smallest" else -1) for cell in cells]
        orders.append(sorted(range(len(cells)), key=keys.__getitem__))
    return np.array(orders)


def _masks(numbers: Array) -> tuple[Array, Array]:
    """Return what may be taken out with each number on its lines, and what is taken out anywhere, as bits."""
    one, other = numbers[:, None], numbers[None]
    all_true = np.ones((len(numbers), len(numbers)), bool)
    sums = numbers // 10 + numbers % 10
    only = [all_true, (one - other) % 2 == 0, (one - other) % 2 == 1]
    also = [
        ~all_true,
        one % 10 == other % 10,
        one // 10 == other // 10,
        sums[:, None] == sums[None],
        (one % other == 0) | (other % one == 0),
        abs(one - other) <= _NEAR,
    ]
    bits = 1 << np.arange(len(numbers))
    return (np.array(only) * bits).sum(axis=2), (np.array(also) * bits).sum(axis=2)
