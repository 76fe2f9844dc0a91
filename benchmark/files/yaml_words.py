"""The values of YAML words without quotes; words that YAML readers understand differently are refused."""

import re

from benchmark.core.errors import quote_value

_CONSTANTS: dict[str, bool | None] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_OTHER_BOOLEANS = frozenset({"y", "n", "yes", "no", "on", "off"})
_INT = re.compile(r"[-+]?(?:0|[1-9][0-9]{0,17})")
_FLOAT = re.compile(r"[-+]?(?:0|[1-9][0-9]{0,17})\.[0-9]{1,30}(?:[eE][-+]?[0-9]{1,2})?")
#: Other words that YAML 1.1 or 1.2 reads as a number.
_NUMBERLIKE = re.compile(
    r"[-+]?(?:[0-9][0-9_]*(?:\.[0-9_]*)?(?:[eE][-+]?[0-9]+)?|\.[0-9][0-9_]*(?:[eE][-+]?[0-9]+)?"
    r"|0x[0-9a-fA-F_]+|0o[0-7_]+|0b[01_]+|[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?"
    r"|\.(?:inf|Inf|INF))|\.(?:nan|NaN|NAN)"
)


class AmbiguousWordError(ValueError):
    """A word with two meanings; ``fix`` says how to write each of them."""

    def __init__(self, problem: str, fix: str) -> None:
        self.problem, self.fix = problem, fix
        super().__init__(problem)


def plain_word(text: str) -> object:
    """Return the value of a word without quotes: None, a bool, an int, a float or text; dates are text.

    Raises:
        AmbiguousWordError: for words such as ``NO``, ``on``, ``010``, ``1:30``, ``1_000``, ``0x1F``, ``1e3``.
    """
    if text in _CONSTANTS:
        return _CONSTANTS[text]
    if _INT.fullmatch(text):
        return int(text)
    if _FLOAT.fullmatch(text):
        return float(text)
    if text.lower() in _OTHER_BOOLEANS:
        raise AmbiguousWordError(
            f"{quote_value(text)} without quotes means true or false in YAML 1.1, and text in YAML 1.2",
            "put it in quotes, or write true or false",
        )
    if text == "=" or _NUMBERLIKE.fullmatch(text):
        raise AmbiguousWordError(
            f"{quote_value(text)} without quotes is a number that not all YAML readers read alike",
            "put it in quotes if it is text, else write a plain decimal number",
        )
    return text
