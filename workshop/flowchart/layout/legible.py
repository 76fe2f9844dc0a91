"""Whether a picture is legible at the scale at which models see it.

Programming interfaces scale large pictures down before a model sees them. The strictest documented rules of
the large providers are a longest side of 1,568 px and 1.15 million px (Anthropic), and at most 2,048 × 768 px
(OpenAI, high detail). A text must have at least 13 px after each of them, as in all open tasks. Texts are
drawn with 18 px, so small charts are not scaled, and a picture may be 1.38 times too large. A chart that does
not fit in such a picture becomes several.
"""

import math

FONT_SIZE = 18  #: px of all texts in a chart
LINE_HEIGHT = 24  #: px from a line of text to the next
MIN_SHOWN = 13.0  #: px of a text after scaling


def shown_scale(width: int, height: int) -> float:
    """Return the smallest scale, at most 1, at which providers show a picture to a model."""
    longer, shorter = max(width, height), min(width, height)
    return min(1.0, 1568 / longer, math.sqrt(1_150_000 / (width * height)), 768 / shorter)


def is_legible(width: int, height: int) -> bool:
    """Whether texts have at least 13 px in a picture of this size, as models see it."""
    return FONT_SIZE * shown_scale(width, height) >= MIN_SHOWN
