"""Colours of TikZ by name and mixture."""

import re

from benchmark.judging.tikz.limits import NotTikz, Refused, shown

_MIXTURE = re.compile(r"[A-Za-z]+(?:![0-9.]{1,6}(?:![A-Za-z]+)?){0,6}")
_NAMES = {
    "red": "ff0000", "green": "00ff00", "blue": "0000ff", "cyan": "00ffff", "magenta": "ff00ff",
    "yellow": "ffff00", "black": "000000", "gray": "808080", "grey": "808080", "white": "ffffff",
    "darkgray": "404040", "lightgray": "bfbfbf", "brown": "bf8040", "lime": "bfff00", "olive": "808000",
    "orange": "ff8000", "pink": "ffbfbf", "purple": "bf0040", "teal": "008080", "violet": "800080",
    "navy": "000080", "crimson": "dc143c", "darkgreen": "006400", "skyblue": "87ceeb", "salmon": "fa8072",
    "sandybrown": "f4a460", "turquoise": "40e0d0", "lightgreen": "90ee90", "lightblue": "add8e6",
    "steelblue": "4682b4", "gold": "ffd700", "coral": "ff7f50", "tomato": "ff6347", "indigo": "4b0082",
    "maroon": "800000", "khaki": "f0e68c", "orchid": "da70d6", "plum": "dda0dd", "silver": "c0c0c0",
    "darkblue": "00008b", "darkred": "8b0000", "darkorange": "ff8c00", "forestgreen": "228b22",
    "seagreen": "2e8b57", "slateblue": "6a5acd", "firebrick": "b22222", "chocolate": "d2691e",
    "tan": "d2b48c",
    "royalblue": "4169e1", "lightcoral": "f08080", "lightpink": "ffb6c1", "mediumpurple": "9370db",
    "peru": "cd853f", "dodgerblue": "1e90ff", "cornflowerblue": "6495ed", "lavender": "e6e6fa",
    "beige": "f5f5dc", "goldenrod": "daa520", "hotpink": "ff69b4", "sienna": "a0522d", "aqua": "00ffff",
}  # fmt: skip


#: Plain names of other colours in matplotlib. Tasks name colours as matplotlib does, so they count as there.
_AS_IN_TASKS = {"brown": "a52a2a", "green": "008000", "purple": "800080"}


class Colours:
    """Colours that a drawing knows: those with a common name, and its own."""

    def __init__(self) -> None:
        self._names = dict(_NAMES)
        self._plain = _NAMES | _AS_IN_TASKS

    def define(self, name: str, model: str, value: str) -> None:
        """Add a colour.

        Raises:
            Refused: if the model is not HTML, RGB or rgb.
            NotTikz: if the value is not a colour.
        """
        try:
            if model == "HTML":
                ink = f"{int(value, 16):06x}"
            elif model in ("rgb", "RGB"):
                factor = 255 if model == "rgb" else 1
                parts = [round(float(part) * factor) for part in value.split(",")]
                ink = "".join(f"{max(0, min(255, part)):02x}" for part in parts)
            else:
                raise Refused(f"colours of the model {shown(model)}")
        except (ValueError, OverflowError):
            ink = ""
        if len(ink) != 6:  # noqa: PLR2004 - digits
            raise NotTikz(f"{shown(value)!r} is not a colour")
        self._names[name] = self._plain[name] = ink

    def find(self, text: str) -> str | None:
        """Return a colour as ``#rrggbb``, empty for none at all; None if the text names no colour."""
        if text in ("none", "transparent"):
            return ""
        plain = self._plain.get(text, self._plain.get(text.lower()))
        if plain is not None or not _MIXTURE.fullmatch(text):
            return plain and f"#{plain}"
        first, *rest = text.split("!")
        ink = self._rgb(first)
        for i in range(0, len(rest), 2):
            other = self._rgb(rest[i + 1]) if i + 1 < len(rest) else (255.0, 255.0, 255.0)
            if ink is None or other is None:
                return None
            try:
                share = min(1.0, float(rest[i]) / 100)
            except ValueError:
                return None
            ink = tuple(share * a + (1 - share) * b for a, b in zip(ink, other, strict=True))
        return None if ink is None else "#" + "".join(f"{round(part):02x}" for part in ink)

    def _rgb(self, name: str) -> tuple[float, ...] | None:
        ink = self._names.get(name, self._names.get(name.lower()))
        return None if ink is None else tuple(float(int(ink[i : i + 2], 16)) for i in (0, 2, 4))
