"""Formulas as Python and as readers write them."""

import re
from collections.abc import Mapping

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
