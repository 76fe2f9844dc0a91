"""Families of functions with parameters, and where a function of each has zeros and local extrema."""

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from benchmark.core.draws import Draws
from workshop.authoring.figures.numbers import plain

_SIGNS = (("+ -", "- "), ("- -", "+ "))
_TWICE = re.compile(r"\(\((\w+ [+-] [\d.]+)\)\)")
_ONE = re.compile(r"(?<![\w.])1 \* ")


def filled(template: str, numbers: Mapping[str, float | str], variable: str) -> str:
    """Return a formula in Python: a template with numbers or names, without ``+ -2`` or ``1 * x``."""
    texts = {name: value if isinstance(value, str) else f"{value:g}" for name, value in numbers.items()}
    text = template.format(x=variable, **texts)
    for signs, better in _SIGNS:
        text = text.replace(signs, better)
    return _TWICE.sub(r"(\1)", _ONE.sub("", text))


def readable(code: str) -> str:
    """Return a formula in Python as readers write it, such as ``0.5·(x − 1)² − 3``."""
    text = re.sub(r"np\.abs\(([^()]*)\)", r"|\1|", code)
    text = re.sub(r"np\.abs\(([^()]*(?:\([^()]*\)[^()]*)*)\)", r"|\1|", text)
    for name, better in (("np.sin", "sin"), ("np.cos", "cos"), ("np.log", "ln"), ("np.sqrt", "√")):
        text = text.replace(name, better)
    text = re.sub(r"np\.exp\(([^()]*)\)", r"e^(\1)", text)
    return text.replace(" ** 2", "²").replace(" * ", "·").replace("-", "−")


#: From where to where a piece of a curve goes.
Piece = tuple[float, float]
#: The parameters of a function, in the order of its family's names.
Numbers = tuple[float, ...]

#: All functions are plotted from -5 to 5.
DOMAIN: Piece = (-5, 5)
#: How far a curve stays away from a pole, and from where a logarithm begins.
POLE_GAP, LOGARITHM_GAP = 0.1, 0.05

_EVERYWHERE = ((-math.inf, math.inf),)


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """Functions that differ in their parameters only."""

    name: str  #: such as ``quadratic function``
    domain: str  #: such as ``polynomials``
    names: str  #: one letter per parameter
    template: str  #: the formula in Python, with ``{x}`` and the parameters in braces
    draw: Callable[[Draws], Numbers]
    value: Callable[[Numbers, float], float]
    #: Where the function is drawn, without regard to the domain of plots.
    pieces: Callable[[Numbers], tuple[Piece, ...]] = lambda _: _EVERYWHERE
    zeros: Callable[[Numbers], Sequence[float]]  #: within the domain, where the sign changes
    extrema: Callable[[Numbers], Sequence[float]] = lambda _: ()  #: of x, within the domain, strict ones

    def code(self, numbers: Numbers, variable: str = "x") -> str:
        """Return the formula in Python."""
        return filled(self.template, dict(zip(self.names, numbers, strict=True)), variable)


def _halves(draws: Draws, low: float, high: float) -> float:
    """Draw a multiple of one half that is not zero."""
    return draws.choice([plain(half / 2) for half in range(round(2 * low), round(2 * high) + 1) if half])


def _signed(draws: Draws, *sizes: float) -> float:
    return draws.choice(sizes) * draws.choice((1, -1))


def _inside(numbers: Sequence[float]) -> tuple[float, ...]:
    return tuple(sorted(number for number in numbers if DOMAIN[0] <= number <= DOMAIN[1]))


def _around_vertex(numbers: Numbers, reach: Callable[[float], float]) -> tuple[float, ...]:
    """Return the zeros of a function that is symmetric to its vertex."""
    a, h, k = numbers
    return _inside((h - reach(-k / a), h + reach(-k / a))) if k / a < 0 else ()


def _waves(numbers: Numbers, phase: float) -> tuple[float, ...]:
    """Return the zeros of ``a * sin(b * (x - h) + phase) + k``."""
    a, b, h, k = numbers
    if abs(k) >= abs(a):
        return ()
    turn = math.asin(-k / a)
    return _inside(
        [h + (side - phase + math.tau * step) / b for step in range(-6, 7) for side in (turn, math.pi - turn)]
    )


def _tops(numbers: Numbers, phase: float) -> tuple[float, ...]:
    _, b, h, _ = numbers
    return _inside([h + (math.pi / 2 - phase + math.pi * step) / b for step in range(-12, 13)])


def _cubic(numbers: Numbers, x: float) -> float:
    a, r, s, t = numbers
    return a * (x - r) * (x - s) * (x - t)


def _cubic_extrema(numbers: Numbers) -> tuple[float, ...]:
    """Return the zeros of the derivative ``3x² - 2(r + s + t)x + (rs + rt + st)``."""
    _, r, s, t = numbers
    half, product = (r + s + t) / 3, (r * s + r * t + s * t) / 3
    reach = math.sqrt(half * half - product)
    return _inside((half - reach, half + reach))


LINEAR = Family(
    name="linear function",
    domain="polynomials",
    names="mn",
    template="{m} * {x} + {n}",
    draw=lambda draws: (_signed(draws, 0.5, 0.75, 1, 1.25, 1.5, 2), _halves(draws, -4, 4)),
    value=lambda p, x: p[0] * x + p[1],
    zeros=lambda p: _inside((-p[1] / p[0],)),
)
QUADRATIC = Family(
    name="quadratic function",
    domain="polynomials",
    names="ahk",
    template="{a} * ({x} - {h}) ** 2 + {k}",
    draw=lambda draws: (_signed(draws, 0.25, 0.5, 0.75, 1), _halves(draws, -3, 3), _halves(draws, -4.5, 4.5)),
    value=lambda p, x: p[0] * (x - p[1]) ** 2 + p[2],
    zeros=lambda p: _around_vertex(p, math.sqrt),
    extrema=lambda p: _inside((p[1],)),
)
CUBIC = Family(
    name="cubic function",
    domain="polynomials",
    names="arst",
    template="{a} * ({x} - {r}) * ({x} - {s}) * ({x} - {t})",
    draw=lambda draws: (
        _signed(draws, 0.1, 0.2, 0.25, 0.3),
        _halves(draws, -4, -1.5),
        _halves(draws, -1, 1),
        _halves(draws, 1.5, 4),
    ),
    value=_cubic,
    zeros=lambda p: _inside(p[1:]),
    extrema=_cubic_extrema,
)
SINE = Family(
    name="sine function",
    domain="trigonometric functions",
    names="abhk",
    template="{a} * np.sin({b} * ({x} - {h})) + {k}",
    draw=lambda draws: (
        _signed(draws, 1.5, 2, 2.5, 3),
        draws.choice((0.5, 0.75, 1, 1.25, 1.5)),
        _halves(draws, -2, 2),
        _halves(draws, -2, 2),
    ),
    value=lambda p, x: p[0] * math.sin(p[1] * (x - p[2])) + p[3],
    zeros=lambda p: _waves(p, 0),
    extrema=lambda p: _tops(p, 0),
)
COSINE = Family(
    name="cosine function",
    domain="trigonometric functions",
    names="abhk",
    template="{a} * np.cos({b} * ({x} - {h})) + {k}",
    draw=SINE.draw,
    value=lambda p, x: p[0] * math.cos(p[1] * (x - p[2])) + p[3],
    zeros=lambda p: _waves(p, math.pi / 2),
    extrema=lambda p: _tops(p, math.pi / 2),
)
EXPONENTIAL = Family(
    name="exponential function",
    domain="exponential functions and logarithms",
    names="abk",
    template="{a} * np.exp({b} * {x}) + {k}",
    draw=lambda draws: (
        _signed(draws, 0.5, 1, 1.5, 2),
        _signed(draws, 0.25, 0.5, 0.75, 1),
        _halves(draws, -4, 4),
    ),
    value=lambda p, x: p[0] * math.exp(p[1] * x) + p[2],
    zeros=lambda p: _inside((math.log(-p[2] / p[0]) / p[1],)) if p[2] / p[0] < 0 else (),
)
LOGARITHM = Family(
    name="logarithmic function",
    domain="exponential functions and logarithms",
    names="ahk",
    template="{a} * np.log({x} - {h}) + {k}",
    draw=lambda draws: (_signed(draws, 1, 1.5, 2, 2.5, 3), _halves(draws, -4.5, -0.5), _halves(draws, -3, 3)),
    value=lambda p, x: p[0] * math.log(x - p[1]) + p[2],
    pieces=lambda p: ((p[1] + LOGARITHM_GAP, math.inf),),
    zeros=lambda p: [x for x in _inside((p[1] + math.exp(-p[2] / p[0]),)) if x > p[1] + LOGARITHM_GAP],
)
ROOT = Family(
    name="square root function",
    domain="roots and absolute values",
    names="ahk",
    template="{a} * np.sqrt({x} - {h}) + {k}",
    draw=lambda draws: (_signed(draws, 1, 1.5, 2, 2.5, 3), _halves(draws, -4.5, -0.5), _halves(draws, -4, 4)),
    value=lambda p, x: p[0] * math.sqrt(x - p[1]) + p[2],
    pieces=lambda p: ((p[1], math.inf),),
    zeros=lambda p: _inside((p[1] + (p[2] / p[0]) ** 2,)) if p[2] / p[0] < 0 else (),
)
ABSOLUTE = Family(
    name="absolute value function",
    domain="roots and absolute values",
    names="ahk",
    template="{a} * np.abs({x} - {h}) + {k}",
    draw=lambda draws: (
        _signed(draws, 0.5, 0.75, 1, 1.5, 2),
        _halves(draws, -3, 3),
        _halves(draws, -4.5, 4.5),
    ),
    value=lambda p, x: p[0] * abs(x - p[1]) + p[2],
    zeros=lambda p: _around_vertex(p, float),
    extrema=lambda p: _inside((p[1],)),
)
RATIONAL = Family(
    name="rational function",
    domain="rational functions",
    names="ahk",
    template="{a} / ({x} - {h}) + {k}",
    draw=lambda draws: (_signed(draws, 1, 2, 3, 4), _halves(draws, -3, 3), _halves(draws, -3, 3)),
    value=lambda p, x: p[0] / (x - p[1]) + p[2],
    pieces=lambda p: ((-math.inf, p[1] - POLE_GAP), (p[1] + POLE_GAP, math.inf)),
    zeros=lambda p: _inside((p[1] - p[0] / p[2],)),
)

#: Families by domain.
FAMILIES: dict[str, tuple[Family, ...]] = {}
for _family in (
    LINEAR, QUADRATIC, CUBIC, SINE, COSINE, EXPONENTIAL, LOGARITHM, ROOT, ABSOLUTE, RATIONAL
):  # fmt: skip
    FAMILIES[_family.domain] = (*FAMILIES.get(_family.domain, ()), _family)
