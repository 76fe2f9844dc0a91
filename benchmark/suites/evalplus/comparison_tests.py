"""Write test sources that compare values as EvalPlus does (evalplus 0.3.1, ``evalplus/eval/__init__.py``).

A value is right if it equals the expected one. If there is a tolerance, each number may also differ by up to
``tolerance + 1e-7 * |expected|``, but the value must have the expected type. The tolerance is that of the
data. If the data have none, it is 1e-6 from the first expected float on. Some functions have rules of their
own: several values are right, or lists are compared as sets. The source runs on the host, where the answer's
results are plain data.
"""

from collections.abc import Sequence
from typing import Any

from benchmark.suites.evalplus.literals import literal

_TEST = """
import math


def _floats(value):
    if isinstance(value, (list, tuple)) and value:
        return all(isinstance(item, float) for item in value)
    return isinstance(value, float)


def _near(found, wanted, tolerance):
    if isinstance(found, (list, tuple)) and isinstance(wanted, (list, tuple)):
        return len(found) == len(wanted) and all(_near(a, b, tolerance) for a, b in zip(found, wanted))
    if not isinstance(found, (int, float, complex)) or not isinstance(wanted, (int, float, complex)):
        return False
    try:
        return found == wanted or abs(found - wanted) <= tolerance + 1e-7 * abs(wanted) < float("inf")
    except OverflowError:
        return False


def _is_right(found, wanted, tolerance, arguments):
    equal = found == wanted
{rule}    if equal or not tolerance:
        return equal
    return type(found) is type(wanted) and _near(found, wanted, tolerance)


_tolerance = {tolerance}
for _arguments, _wanted in zip({inputs}, {expected}):
    if _tolerance == 0 and _floats(_wanted):
        _tolerance = 1e-6
    assert _is_right(candidate(*_arguments), _wanted, _tolerance, _arguments)
"""

# Lines of the test that replace the comparison for some entry points.
_AS_SETS = """\
    equal = set(found) == set(wanted)
"""
_AS_TRUTH = """\
    equal = wanted == (found if isinstance(found, bool) else found is not None)
"""
_MBPP_RULES: dict[str, str] = {
    "are_equivalent": """\
    equal = True
""",
    "sum_div": """\
    equal = equal or found == 0
""",
    "surface_Area": """\
    base, height = arguments
    slant = ((base / 2) ** 2 + height**2) ** 0.5
    equal = equal or abs(found - round(base**2 + 2 * base * slant)) <= tolerance
""",
    "digit_distance_nums": """\
    one, other = map(str, arguments)
    longest = max(len(one), len(other))
    digits = zip(one.zfill(longest), other.zfill(longest))
    equal = equal or found == sum(abs(int(a) - int(b)) for a, b in digits)
""",
    **dict.fromkeys(
        (
            "similar_elements", "find_char_long", "common_in_nested_lists", "extract_singly", "larg_nnum",
            "intersection_array", "find_dissimilar", "Diff",
        ),
        _AS_SETS,
    ),
    **dict.fromkeys(("check_str", "text_match_three", "text_starta_endb"), _AS_TRUTH),
}  # fmt: skip
_HUMANEVAL_RULES: dict[str, str] = {
    "find_zero": """\
    (coefficients,) = arguments
    return abs(sum(one * math.pow(found, power) for power, one in enumerate(coefficients))) <= tolerance
""",
}


def compares_truth_only(entry_point: str) -> bool:
    """Whether EvalPlus compares only whether a result is None; expected values are then True or False."""
    return _MBPP_RULES.get(entry_point) == _AS_TRUTH


def comparison_test(
    *, is_mbpp: bool, entry_point: str, inputs: Sequence[Any], expected: Sequence[Any], tolerance: float
) -> str:
    """Return the source of one test that calls the answer with all inputs.

    Raises:
        ValueError: if a value cannot be written as source.
    """
    rules = _MBPP_RULES if is_mbpp else _HUMANEVAL_RULES
    return _TEST.lstrip().format(
        rule=rules.get(entry_point, ""),
        tolerance=literal(tolerance),
        inputs=literal(list(inputs)),
        expected=literal(list(expected)),
    )


def passes_own_test(
    *, is_mbpp: bool, entry_point: str, inputs: Sequence[Any], expected: Sequence[Any], tolerance: float
) -> bool:
    """Whether the expected values pass their own test; a NaN does not, because it equals nothing.

    The test runs in this process, with the expected values as results: it contains no code of an answer.
    """
    values = iter(expected)
    source = comparison_test(
        is_mbpp=is_mbpp, entry_point=entry_point, inputs=inputs, expected=expected, tolerance=tolerance
    )
    try:
        exec(source, {"candidate": lambda *_arguments: next(values)})  # noqa: S102 - our own source
    except (AssertionError, ArithmeticError, TypeError, ValueError):
        return False
    return True
