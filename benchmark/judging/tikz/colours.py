"""Colours of TikZ by name and mixture."""

import re

from benchmark.judging.tikz.limits import NotTikz, Refused, shown

_MIXTURE = re.compile(r"[A-Za-z]+(?:![0-9.]{1,6}(?:![A-Za-z]+)?){0,6}")
_HEX = re.compile(r"[0-9A-Fa-f]{6}")
#: Colours of xcolor.
_XCOLOR = """
red=ff0000 green=00ff00 blue=0000ff cyan=00ffff magenta=ff00ff yellow=ffff00 black=000000
gray=808080 white=ffffff darkgray=404040 lightgray=bfbfbf brown=bf8040 lime=bfff00 olive=808000
orange=ff8000 pink=ffbfbf purple=bf0040 teal=008080 violet=800080
"""
#: Colours of CSS, which matplotlib and xcolor with ``svgnames`` have, apart from those of xcolor.
_CSS = """
aliceblue=f0f8ff antiquewhite=faebd7 aqua=00ffff aquamarine=7fffd4 azure=f0ffff beige=f5f5dc
bisque=ffe4c4 blanchedalmond=ffebcd blueviolet=8a2be2 burlywood=deb887 cadetblue=5f9ea0
chartreuse=7fff00 chocolate=d2691e coral=ff7f50 cornflowerblue=6495ed cornsilk=fff8dc
crimson=dc143c darkblue=00008b darkcyan=008b8b darkgoldenrod=b8860b darkgreen=006400
darkgrey=a9a9a9 darkkhaki=bdb76b darkmagenta=8b008b darkolivegreen=556b2f darkorange=ff8c00
darkorchid=9932cc darkred=8b0000 darksalmon=e9967a darkseagreen=8fbc8f darkslateblue=483d8b
darkslategray=2f4f4f darkslategrey=2f4f4f darkturquoise=00ced1 darkviolet=9400d3 deeppink=ff1493
deepskyblue=00bfff dimgray=696969 dimgrey=696969 dodgerblue=1e90ff firebrick=b22222
floralwhite=fffaf0 forestgreen=228b22 fuchsia=ff00ff gainsboro=dcdcdc ghostwhite=f8f8ff
gold=ffd700 goldenrod=daa520 greenyellow=adff2f grey=808080 honeydew=f0fff0 hotpink=ff69b4
indianred=cd5c5c indigo=4b0082 ivory=fffff0 khaki=f0e68c lavender=e6e6fa lavenderblush=fff0f5
lawngreen=7cfc00 lemonchiffon=fffacd lightblue=add8e6 lightcoral=f08080 lightcyan=e0ffff
lightgoldenrodyellow=fafad2 lightgreen=90ee90 lightgrey=d3d3d3 lightpink=ffb6c1
lightsalmon=ffa07a lightseagreen=20b2aa lightskyblue=87cefa lightslategray=778899
lightslategrey=778899 lightsteelblue=b0c4de lightyellow=ffffe0 limegreen=32cd32 linen=faf0e6
maroon=800000 mediumaquamarine=66cdaa mediumblue=0000cd mediumorchid=ba55d3 mediumpurple=9370db
mediumseagreen=3cb371 mediumslateblue=7b68ee mediumspringgreen=00fa9a mediumturquoise=48d1cc
mediumvioletred=c71585 midnightblue=191970 mintcream=f5fffa mistyrose=ffe4e1 moccasin=ffe4b5
navajowhite=ffdead navy=000080 oldlace=fdf5e6 olivedrab=6b8e23 orangered=ff4500 orchid=da70d6
palegoldenrod=eee8aa palegreen=98fb98 paleturquoise=afeeee palevioletred=db7093
papayawhip=ffefd5 peachpuff=ffdab9 peru=cd853f plum=dda0dd powderblue=b0e0e6
rebeccapurple=663399 rosybrown=bc8f8f royalblue=4169e1 saddlebrown=8b4513 salmon=fa8072
sandybrown=f4a460 seagreen=2e8b57 seashell=fff5ee sienna=a0522d silver=c0c0c0 skyblue=87ceeb
slateblue=6a5acd slategray=708090 slategrey=708090 snow=fffafa springgreen=00ff7f
steelblue=4682b4 tan=d2b48c thistle=d8bfd8 tomato=ff6347 turquoise=40e0d0 wheat=f5deb3
whitesmoke=f5f5f5 yellowgreen=9acd32
"""
_NAMES = dict(entry.split("=") for entry in f"{_CSS}{_XCOLOR}".split())


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
                ink = value.lower() if _HEX.fullmatch(value) else ""
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
