"""What ends the reading of a drawing: a part outside of the subset, a limit, or text that is not TikZ.

Each of the three exceptions gives the answer a verdict of its own, see ``read_tikz`` in ``checks/figure.py``.
"""

CHARACTERS = 60_000  #: maximum length of an answer
STEPS = 400_000  #: characters that are read, and operations of formulas
POINTS = 20_000  #: points of all marks
TEXTS = 1_000  #: texts of nodes
DEPTH = 20  #: nested scopes, loops, braces and parentheses
ITEMS = 1_000  #: values of one loop, or of one list
_MOST = {"steps of drawing": STEPS, "points": POINTS, "texts": TEXTS}


class Refused(Exception):  # noqa: N818 - a finding about the answer
    """The drawing has a part outside of the subset; the text names it. Verdict: ``unsupported``."""


class TooMuch(Exception):  # noqa: N818 - a finding about the answer
    """The drawing exceeds a limit; the text names it. Verdict: ``output_limit``."""


class NotTikz(Exception):  # noqa: N818 - a finding about the answer
    """The answer is not TikZ; the text says where. Verdict: ``syntax_error``."""


class DrawingBudget:
    """Steps, points and texts that are left, so that hostile texts end early."""

    def __init__(self) -> None:
        self._left = dict(_MOST)

    def take(self, count: int = 1, what: str = "steps of drawing") -> None:
        """Take steps, or ``points`` or ``texts``.

        Raises:
            TooMuch: if none are left.
        """
        self._left[what] -= count
        if self._left[what] < 0:
            raise TooMuch(f"more than {_MOST[what]} {what}")


def shown(text: str) -> str:
    """Return the start of a text of the answer, for a message."""
    flat = " ".join(text[:80].split())
    return flat[:40] + ("…" if len(flat) > 40 or len(text) > 80 else "")  # noqa: PLR2004 - characters shown


def check_depth(depth: int) -> None:
    """Refuse what is nested too deeply.

    Raises:
        TooMuch: if ``depth`` exceeds the limit.
    """
    if depth > DEPTH:
        raise TooMuch(f"more than {DEPTH} levels of nesting")
