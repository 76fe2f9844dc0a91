"""Formulas as TikZ has them: a list of operations, compiled once, with angles in degrees."""

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from benchmark.judging.tikz.limits import Budget, NotTikz, Refused, check_depth, shown

_TOKEN = re.compile(
    r"\s*(?:([0-9]+(?:\.[0-9]*)?(?:[eE][-+]?[0-9]+)?|\.[0-9]+)|(\\?[A-Za-z]+)|(.))", re.DOTALL
)
_UNITS = {"cm": 1.0, "mm": 0.1, "pt": 1 / 28.45274, "in": 2.54, "em": 0.3515, "ex": 0.1513}
_LARGEST_POWER = 1e3

Formula = Callable[[Mapping[str, float]], float]


def _safe_power(base: float, power: float) -> float:
    if abs(power) > _LARGEST_POWER:
        raise ValueError
    found = base**power
    if isinstance(found, complex):
        raise ValueError  # noqa: TRY004 - a number outside of the function's domain
    return float(found)


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
_RADIANS: dict[str, Callable[[float], float]] = {"sin": math.sin, "cos": math.cos, "tan": math.tan}
_CONSTANTS = {"pi": math.pi, "e": math.e}


@dataclass(frozen=True, slots=True)
class Expression:
    """A formula that was read."""

    run: Formula
    size: int  #: number of its tokens
    unit: bool  #: whether a number in it has a unit of length

    def value(self, budget: Budget, names: Mapping[str, float] | None = None) -> float:
        """Return its value; NaN outside of the domain of a function."""
        budget.step(self.size)
        try:
            found = self.run(names or {})
        except (ValueError, ZeroDivisionError, OverflowError):
            return math.nan
        return found if math.isfinite(found) and abs(found) < 1e9 else math.nan  # noqa: PLR2004 - far away


def number(text: str, budget: Budget) -> float:
    """Return the value of a formula without variables.

    Raises:
        NotTikz: if it has no value.
    """
    value = compile_formula(text, budget).value(budget)
    if math.isnan(value):
        raise NotTikz(f"{shown(text)!r} has no value")
    return value


def compile_formula(
    text: str, budget: Budget, variables: tuple[str, ...] = (), *, radians: bool = False
) -> Expression:
    """Read a formula.

    Args:
        text: the formula; braces in it count as parentheses.
        budget: pays for its length.
        variables: names that it may have.
        radians: whether trigonometric functions take radians.

    Raises:
        Refused: if it has a name that is unknown.
        NotTikz: if it is not a formula.
    """
    budget.step(len(text))
    return _Parser(text, variables, radians=radians).read()


class _Parser:
    def __init__(self, text: str, variables: tuple[str, ...], *, radians: bool) -> None:
        flat = text.replace("{", "(").replace("}", ")").strip()
        self._text, self._tokens = text, [found.groups() for found in _TOKEN.finditer(flat)]
        self._at, self._variables, self._radians, self._unit = 0, variables, radians, False

    def read(self) -> Expression:
        run = self._sum(0)
        if self._at < len(self._tokens):
            raise NotTikz(f"{shown(self._text)!r} is not a formula")
        return Expression(run, len(self._tokens), self._unit)

    def _sign(self) -> str:
        return self._tokens[self._at][2] or "" if self._at < len(self._tokens) else ""

    def _accept(self, signs: str) -> str:
        sign = self._sign()
        if not sign or sign not in signs:
            return ""
        self._at += 1
        return sign

    def _sum(self, depth: int) -> Formula:
        check_depth(depth)
        terms: list[tuple[str, Formula]] = [("+", self._product(depth))]
        while sign := self._accept("+-"):
            terms.append((sign, self._product(depth)))
        if len(terms) == 1:
            return terms[0][1]
        return lambda names: sum(run(names) if sign == "+" else -run(names) for sign, run in terms)

    def _product(self, depth: int) -> Formula:
        first = self._signed(depth)
        factors: list[tuple[str, Formula]] = []
        degrees = math.degrees(1)
        while sign := self._accept("*/") or self._accept_radians():
            factors.append(("*", lambda _: degrees) if sign == "r" else (sign, self._signed(depth)))
        if not factors:
            return first

        def product(names: Mapping[str, float]) -> float:
            value = first(names)
            for sign, run in factors:
                value = value * run(names) if sign == "*" else value / run(names)
            return value

        return product

    def _signed(self, depth: int) -> Formula:
        negative = False
        while sign := self._accept("+-"):
            negative ^= sign == "-"
        run = self._power(depth)
        return (lambda names: -run(names)) if negative else run

    def _power(self, depth: int) -> Formula:
        base = self._atom(depth)
        while self._accept("^"):
            depth += 1
            check_depth(depth)
            negative = bool(self._accept("-"))
            base = _raised(base, self._atom(depth), negative=negative)
        return base

    def _atom(self, depth: int) -> Formula:
        if self._accept("("):
            run = self._sum(depth + 1)
            if not self._accept(")"):
                raise NotTikz(f"a parenthesis is not closed in {shown(self._text)!r}")
            return run
        if self._at >= len(self._tokens):
            raise NotTikz(f"{shown(self._text)!r} is not a formula")
        digits, name, sign = self._tokens[self._at]
        self._at += 1
        if digits:
            return self._number(float(digits))
        if not name:
            raise NotTikz(f"{sign!r} in the formula {shown(self._text)!r}")
        if name in self._variables:
            return lambda names: names[name]
        if name in _CONSTANTS:
            value = _CONSTANTS[name]
            return lambda _: value
        return self._call(name, depth)

    def _number(self, value: float) -> Formula:
        if self._at < len(self._tokens) and (unit := self._tokens[self._at][1]) in _UNITS:
            self._at += 1
            value *= _UNITS[unit]
            self._unit = True
        return lambda _: value

    def _accept_radians(self) -> str:
        """Pass over the sign ``r``, which turns radians into degrees and binds as multiplication does."""
        if self._at < len(self._tokens) and self._tokens[self._at][1] == "r":
            self._at += 1
            return "r"
        return ""

    def _call(self, name: str, depth: int) -> Formula:
        if name not in _FUNCTIONS:
            raise Refused(f"{shown(name)} in formulas")
        count, function = _FUNCTIONS[name]
        if self._radians:
            function = _RADIANS.get(name, function)
        if not self._accept("("):
            raise NotTikz(f"{name} without parentheses")
        arguments = [self._sum(depth + 1)]
        while self._accept(","):
            arguments.append(self._sum(depth + 1))
        if not self._accept(")") or (len(arguments) != count if count == 1 else len(arguments) < count):
            raise NotTikz(f"the arguments of {name} in {shown(self._text)!r}")
        return lambda names: function(*(run(names) for run in arguments))


def _raised(base: Formula, power: Formula, *, negative: bool) -> Formula:
    if negative:
        return lambda names: _safe_power(base(names), -power(names))
    return lambda names: _safe_power(base(names), power(names))
