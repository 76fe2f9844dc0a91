"""Formulas as TikZ has them: a list of operations, compiled once, with angles in degrees."""

import math
import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from benchmark.judging.tikz.limits import DrawingBudget, NotTikz, Refused, check_depth, shown

_TOKEN = re.compile(r"\s*([0-9]+(?:\.[0-9]*)?(?:[eE][-+]?[0-9]+)?|\.[0-9]+|\\?[A-Za-z]+|.)", re.DOTALL)
# In centimetres: a point of TeX is 1/72.27 inch; em and ex are those of Computer Modern in 10 pt.
_UNITS = {"cm": 1.0, "mm": 0.1, "pt": 1 / 28.45274, "in": 2.54, "em": 0.3515, "ex": 0.1513}
_LARGEST_POWER = 1e3

Formula = Callable[[Mapping[str, float]], float]


_FUNCTIONS: dict[str, tuple[int, Callable[..., float]]] = {
    "sin": (1, lambda x: math.sin(math.radians(x))),
    "cos": (1, lambda x: math.cos(math.radians(x))),
    "tan": (1, lambda x: math.tan(math.radians(x))),
    "asin": (1, lambda x: math.degrees(math.asin(x))),
    "acos": (1, lambda x: math.degrees(math.acos(x))),
    "atan": (1, lambda x: math.degrees(math.atan(x))),
    "sqrt": (1, math.sqrt),
    "abs": (1, abs),
    "exp": (1, math.exp),
    "ln": (1, math.log),
    "min": (2, min),
    "max": (2, max),
    "floor": (1, lambda x: float(math.floor(x))),
    "ceil": (1, lambda x: float(math.ceil(x))),
    "deg": (1, math.degrees),
    "rad": (1, math.radians),
}
_RADIANS: dict[str, Callable[..., float]] = {"sin": math.sin, "cos": math.cos, "tan": math.tan}
_CONSTANTS = {"pi": math.pi, "e": math.e}
#: The sign ``r`` turns radians into degrees, and binds as multiplication does.
_OPERATORS: dict[str, Callable[[float, float], float]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "r": operator.mul,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Expression:
    """A formula that was read."""

    run: Formula
    size: int  #: number of its tokens
    unit: bool  #: whether a number in it has a unit of length

    def value(self, budget: DrawingBudget, names: Mapping[str, float] | None = None) -> float:
        """Return the formula's value; NaN outside of the domain of a function."""
        budget.take(self.size)
        try:
            found = self.run(names or {})
        except (ValueError, ZeroDivisionError, OverflowError):
            return math.nan
        return found if math.isfinite(found) and abs(found) < 1e9 else math.nan  # noqa: PLR2004 - far away


def number(text: str, budget: DrawingBudget) -> float:
    """Return the value of a formula without variables."""
    value = compile_formula(text, budget).value(budget)
    if math.isnan(value):
        raise NotTikz(f"{shown(text)!r} has no value")
    return value


def compile_formula(
    text: str, budget: DrawingBudget, variables: tuple[str, ...] = (), *, radians: bool = False
) -> Expression:
    """Read a formula of numbers, these variables and functions; braces in it count as parentheses."""
    budget.take(len(text))
    parser = _Parser(text, variables, _RADIANS if radians else {})
    run = parser.sum(0)
    if parser.next:
        raise NotTikz(f"{shown(text)!r} is not a formula")
    return Expression(run, len(parser.tokens) - 1, parser.unit)


class _Parser:
    def __init__(
        self, text: str, variables: tuple[str, ...], own: Mapping[str, Callable[..., float]]
    ) -> None:
        self.tokens = [*_TOKEN.findall(text.replace("{", "(").replace("}", ")").strip()), ""]
        self.unit = False
        self._text, self._at, self._variables, self._own = text, 0, variables, own

    @property
    def next(self) -> str:
        """The next token; empty at the end."""
        return str(self.tokens[self._at])

    def _accept(self, *tokens: str) -> str:
        """Go past the next token if it is one of these, and return it."""
        token = self.next
        if token not in tokens:
            return ""
        self._at += 1
        return token

    def sum(self, depth: int) -> Formula:
        check_depth(depth)
        return self._chain(0.0, ("+", "-"), self._product, depth)

    def _product(self, depth: int) -> Formula:
        return self._chain(1.0, ("*", "/", "r"), self._signed, depth)

    def _chain(
        self, start: float, signs: tuple[str, ...], operand: Callable[[int], Formula], depth: int
    ) -> Formula:
        """Read operands with operators of the same precedence between them."""
        # A list, because nested calls for a sum of thousands of terms would exceed the recursion limit.
        steps = [(_OPERATORS[signs[0]], operand(depth))]
        while sign := self._accept(*signs):
            steps.append((_OPERATORS[sign], _constant(math.degrees(1)) if sign == "r" else operand(depth)))
        if len(steps) == 1:
            return steps[0][1]

        def run(names: Mapping[str, float]) -> float:
            value = start
            for operate, other in steps:
                value = operate(value, other(names))
            return value

        return run

    def _signed(self, depth: int) -> Formula:
        negative = False
        while sign := self._accept("+", "-"):
            negative ^= sign == "-"
        run = self._power(depth)
        return (lambda names: -run(names)) if negative else run

    def _power(self, depth: int) -> Formula:
        base = self._atom(depth)
        while self._accept("^"):
            # Each power adds one level of calls to the formula: `2^2^2…`.
            depth += 1
            check_depth(depth)
            sign = -1.0 if self._accept("-") else 1.0
            base = _raised(base, sign, self._atom(depth))
        return base

    def _atom(self, depth: int) -> Formula:
        if self._accept("("):
            run = self.sum(depth + 1)
            if not self._accept(")"):
                raise NotTikz(f"a parenthesis is not closed in {shown(self._text)!r}")
            return run
        word = self.next
        if not word:
            raise NotTikz(f"{shown(self._text)!r} is not a formula")
        self._at += 1
        if word != "." and word[0] in ".0123456789":
            unit = self._accept(*_UNITS)
            self.unit |= bool(unit)
            return _constant(float(word) * _UNITS.get(unit, 1.0))
        if not (word.isascii() and word[-1].isalpha()):
            raise NotTikz(f"{word!r} in the formula {shown(self._text)!r}")
        if word in self._variables:
            return lambda names: names[word]
        return _constant(_CONSTANTS[word]) if word in _CONSTANTS else self._call(word, depth)

    def _call(self, name: str, depth: int) -> Formula:
        if name not in _FUNCTIONS:
            raise Refused(f"{shown(name)} in formulas")
        count, function = _FUNCTIONS[name]
        if not self._accept("("):
            raise NotTikz(f"{name} without parentheses")
        arguments = [self.sum(depth + 1)]
        while self._accept(","):
            arguments.append(self.sum(depth + 1))
        if not self._accept(")") or (len(arguments) != count if count == 1 else len(arguments) < count):
            raise NotTikz(f"the arguments of {name} in {shown(self._text)!r}")
        run = self._own.get(name, function)
        return lambda names: run(*(argument(names) for argument in arguments))


def _constant(value: float) -> Formula:
    return lambda _: value


def _raised(base: Formula, sign: float, power: Formula) -> Formula:
    def run(names: Mapping[str, float]) -> float:
        exponent = sign * power(names)
        if abs(exponent) > _LARGEST_POWER:
            raise ValueError
        found = base(names) ** exponent
        # Python computes `(-8) ** (1 / 3)` as a complex number.
        if isinstance(found, complex):
            raise ValueError  # noqa: TRY004 - a number outside of the function's domain
        return float(found)

    return run
