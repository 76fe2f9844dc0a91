"""The colours of pictures of tasks and of figures."""

from typing import Literal

Colour = Literal[
    "white", "ink", "grey", "silver", "mist",
    "orange", "sky", "blue", "red", "green", "yellow", "purple", "paleblue", "paleorange",
]  # fmt: skip
#: Shades that the styles ``paper`` and ``dark`` use; families do not name them.
Shade = Literal["paper", "night", "dusk", "edge", "chalk", "ash", "azure", "coral", "mint"]
Paint = Colour | Shade

COLOURS: dict[Paint, str] = {
    "white": "#ffffff",
    "ink": "#1a1d21",
    "grey": "#626974",
    "silver": "#c3c8d0",
    "mist": "#f1f3f6",
    "orange": "#ee8f0c",
    "sky": "#59b3ea",
    "blue": "#1c55a8",
    "red": "#c8321e",
    "green": "#0b7d55",
    "yellow": "#f7e34f",
    "purple": "#bd74c4",
    "paleblue": "#c3ddf7",
    "paleorange": "#fbd7a2",
    "paper": "#f2e6cc",
    "night": "#12151a",
    "dusk": "#1c2129",
    "edge": "#454d59",
    "chalk": "#e8ecf1",
    "ash": "#959da9",
    "azure": "#6680ff",
    "coral": "#ff4766",
    "mint": "#2fb583",
}
