"""How different colours look with each kind of colour vision, and which may be in one picture."""

import math
from collections.abc import Mapping
from itertools import combinations

from benchmark.files.palette import COLOURS, Paint

#: Colours of backgrounds and guides, which carry no meaning and need not be told apart.
BACKGROUNDS: frozenset[Paint] = frozenset({"mist", "paper", "night", "dusk", "edge"})
#: Colour → its shade for lines and texts on a dark ground.
ON_DARK: Mapping[Paint, Paint] = {
    "ink": "chalk", "grey": "ash", "blue": "azure", "red": "coral", "green": "mint", "silver": "edge",
}  # fmt: skip
#: Pairs of paints that mean the same, or of which one is only for filled shapes and one only for lines.
_SAME = [set(pair) for pair in ON_DARK.items()] + [
    {"chalk", "white"},
    {"chalk", "silver"},
    {"chalk", "paleblue"},
]
#: Minimum CIEDE2000 distance of two colours in a picture, for every kind of colour vision.
MIN_DISTANCE = 12.0

#: Colour vision deficiency → matrix on linear RGB (Machado, Oliveira and Fernandes 2009, severity 1).
_DEFICIENCIES: dict[str, tuple[tuple[float, float, float], ...]] = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
_WHITE_POINT = (0.95047, 1.0, 1.08883)

Triple = tuple[float, float, float]


def confusable_pairs(used: set[Paint]) -> list[tuple[Paint, Paint, str, float]]:
    """Return the pairs of ``used`` colours that look too similar, with the colour vision and the distance."""
    pairs = []
    for first, second in combinations([name for name in COLOURS if name in used - BACKGROUNDS], 2):
        if {first, second} in _SAME:
            continue
        vision, distance = smallest_distance(COLOURS[first], COLOURS[second])
        if distance < MIN_DISTANCE:
            pairs.append((first, second, vision, distance))
    return pairs


def smallest_distance(first: str, second: str) -> tuple[str, float]:
    """Return the colour vision for which two ``#rrggbb`` colours look most similar, and their distance."""
    pair = _linear_rgb(first), _linear_rgb(second)
    distances = {"full colour vision": _ciede2000(*(_lab(colour) for colour in pair))}
    for name, matrix in _DEFICIENCIES.items():
        distances[name] = _ciede2000(*(_lab(_transform(matrix, colour)) for colour in pair))
    vision = min(distances, key=lambda name: distances[name])
    return vision, distances[vision]


def colour_distance(first: str, second: str) -> float:
    """Return the CIEDE2000 distance of two ``#rrggbb`` colours for full colour vision."""
    return _ciede2000(_lab(_linear_rgb(first)), _lab(_linear_rgb(second)))


def contrast_ratio(first: str, second: str) -> float:
    """Return the contrast ratio of two ``#rrggbb`` colours, from 1 to 21 (WCAG 2.2)."""
    light, dark = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    red, green, blue = _linear_rgb(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear_rgb(colour: str) -> Triple:
    red, green, blue = (
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4  # noqa: PLR2004 - of sRGB
        for value in (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    )
    return red, green, blue


def _transform(matrix: tuple[Triple, ...], colour: Triple) -> Triple:
    x, y, z = (sum(a * b for a, b in zip(row, colour, strict=True)) for row in matrix)
    return _clamp(x), _clamp(y), _clamp(z)


def _clamp(value: float) -> float:
    return min(1.0, max(0.0, value))


def _lab(colour: Triple) -> Triple:
    """Convert a colour in linear sRGB to CIE L*a*b* under D65."""
    red, green, blue = colour
    xyz = (
        0.4124564 * red + 0.3575761 * green + 0.1804375 * blue,
        0.2126729 * red + 0.7151522 * green + 0.0721750 * blue,
        0.0193339 * red + 0.1191920 * green + 0.9503041 * blue,
    )
    x, y, z = (_lab_part(value / white) for value, white in zip(xyz, _WHITE_POINT, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _lab_part(value: float) -> float:
    return value ** (1 / 3) if value > 0.008856 else 7.787 * value + 16 / 116  # noqa: PLR2004 - of CIE


def _ciede2000(first: Triple, second: Triple) -> float:
    """Return the CIEDE2000 distance of two L*a*b* colours; names as in Sharma, Wu and Dalal 2005."""
    l1, a1, b1 = first
    l2, a2, b2 = second
    mean = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    stretch = 1 + 0.5 * (1 - math.sqrt(mean**7 / (mean**7 + 25.0**7)))
    c1, c2 = math.hypot(a1 * stretch, b1), math.hypot(a2 * stretch, b2)
    h1, h2 = (
        math.degrees(math.atan2(b1, a1 * stretch)) % 360,
        math.degrees(math.atan2(b2, a2 * stretch)) % 360,
    )
    turn = 0.0 if c1 * c2 == 0 else (h2 - h1 + 180) % 360 - 180
    middle = (h1 + h2) if c1 * c2 == 0 else (h1 + turn / 2) % 360
    dl, dc = l2 - l1, c2 - c1
    dh = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2))
    lm, cm = (l1 + l2) / 2, (c1 + c2) / 2
    t = (
        1
        - 0.17 * math.cos(math.radians(middle - 30))
        + 0.24 * math.cos(math.radians(2 * middle))
        + 0.32 * math.cos(math.radians(3 * middle + 6))
        - 0.20 * math.cos(math.radians(4 * middle - 63))
    )
    sl = 1 + 0.015 * (lm - 50) ** 2 / math.sqrt(20 + (lm - 50) ** 2)
    sc, sh = 1 + 0.045 * cm, 1 + 0.015 * cm * t
    tilt = 2 * math.sqrt(cm**7 / (cm**7 + 25.0**7))
    tilt *= -math.sin(math.radians(60 * math.exp(-(((middle - 275) / 25) ** 2))))
    return math.sqrt((dl / sl) ** 2 + (dc / sc) ** 2 + (dh / sh) ** 2 + tilt * (dc / sc) * (dh / sh))
