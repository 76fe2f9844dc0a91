"""Arrays of numpy and data frames of pandas in signatures: a family has plain values, its tests have these.

The rules and pictures of a family work with lists, and with dicts from columns to lists; where its
signature names one of these types, tests make it of the plain value and compare the plain value of a result.
"""

import ast
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from benchmark.datasets.collection import ENTRY_POINT
from workshop.authoring.source import assert_lines

#: Type in a signature → import, what makes it of a plain value, and what makes a plain value of it.
_TYPES = {
    "np.ndarray": ("import numpy as np", "np.array({})", ".tolist()"),
    "pd.DataFrame": ("import pandas as pd", "pd.DataFrame({})", ".to_dict('list')"),
}
_OTHER = ("", "{}", "")

#: Behind a reference, makes ``solution`` a function of plain values.
_ON_PLAIN_VALUES = f"""

from {__name__} import on_plain_values

{ENTRY_POINT} = on_plain_values({ENTRY_POINT})
"""


def has_library_types(text: str) -> bool:
    """Whether a signature has arrays or data frames."""
    return any(name in text for name in _TYPES)


@cache
def _types(text: str) -> list[tuple[str, str, str]]:
    """Return what is known of the types of the arguments and of the result, which is the last."""
    (function,) = (node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef))
    named = [*(argument.annotation for argument in function.args.args), function.returns]
    return [_TYPES.get("" if node is None else ast.unparse(node), _OTHER) for node in named]


def with_plain_values(reference: str) -> str:
    """Return a program whose ``solution`` takes and returns plain values."""
    return f"{reference.rstrip()}{_ON_PLAIN_VALUES}"


def without_plain_values(reference: str) -> str:
    """Return the program that :func:`with_plain_values` was given."""
    return f"{reference.strip().removesuffix(_ON_PLAIN_VALUES.rstrip())}\n"


def on_plain_values(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that makes arrays and frames of its arguments, and a plain value of its result."""
    import numpy as np
    import pandas as pd

    makers: dict[object, Callable[[Any], Any]] = {np.ndarray: np.array, pd.DataFrame: pd.DataFrame}
    kinds = [kind for name, kind in function.__annotations__.items() if name != "return"]

    def solution(*arguments: Any) -> Any:
        made = [
            makers.get(kind, lambda value: value)(value) for kind, value in zip(kinds, arguments, strict=True)
        ]
        with np.errstate(all="ignore"):  # a rule with a fault may divide by zero
            result = function(*made)
        if isinstance(result, np.ndarray):
            return result.tolist()
        return result.to_dict("list") if isinstance(result, pd.DataFrame) else result

    return solution


def library_assert_lines(text: str, calls: Sequence[tuple[Any, ...]], results: Sequence[object]) -> list[str]:
    """Return an assert for each call of ``solution`` and its result, below the imports that they need.

    Args:
        text: the signature.
        calls: plain arguments of each call.
        results: the plain result of each call.
    """
    *arguments, (_, _, plain) = types = _types(text)

    def call_source(call: tuple[Any, ...]) -> str:
        made = [maker.format(repr(value)) for (_, maker, _), value in zip(arguments, call, strict=True)]
        return f"{ENTRY_POINT}({', '.join(made)}){plain}"

    imports = sorted({name for name, _, _ in types if name})
    return [*imports, "", *assert_lines(calls, results, call_source)]
