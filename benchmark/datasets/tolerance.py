"""Results with floats: how tests, twins and gates compare them, and how tests write them."""

import inspect
import math
from collections.abc import Iterator, Sequence
from functools import cache

#: The name of :func:`is_close` in the tests of tasks.
IS_CLOSE = "is_close"


# Tests of tasks contain this source, so it uses nothing else here, and even a comment changes their digests.
# It takes no difference: `10**400 - 1.0` is an OverflowError, but comparisons are exact.
def is_close(got: object, want: object) -> bool:
    """Whether a result is right; floats may differ by 1e-06, absolutely or relatively."""
    if isinstance(want, float):
        room = 1e-06 * max(1, abs(want))
        return isinstance(got, int | float) and want - room <= got <= want + room
    if isinstance(want, list | tuple):
        if not isinstance(got, type(want)) or len(got) != len(want):
            return False
        return all(is_close(one, other) for one, other in zip(got, want, strict=True))
    return bool(got == want)


@cache
def is_close_source() -> str:
    """Return the source of :func:`is_close`, which the tests of results with floats define."""
    return inspect.getsource(is_close).strip()


def count_differences(first: Sequence[object], second: Sequence[object]) -> int:
    """Return the number of places in which two lists of results differ by more than the tolerance."""
    return sum(not is_close(value, other) for value, other in zip(first, second, strict=True))


def most_common_count(results: Sequence[object]) -> int:
    """Return how often the most common result occurs; 0 if there are no results."""
    return max((sum(is_close(other, value) for other in results) for value in results), default=0)


def has_float(value: object) -> bool:
    """Whether a value is a float, or a list or tuple with one."""
    return isinstance(value, float) or (isinstance(value, list | tuple) and any(map(has_float, value)))


def written(value: object) -> str:
    """Return a value as Python, floats with at most 10 digits: ``0.3`` for 0.1 + 0.2."""
    match value:
        case float():
            return repr(float(f"{value:.10g}") + 0.0)  # + 0.0: -0.0 is written as 0.0
        case list():
            return f"[{', '.join(map(written, value))}]"
        case tuple():
            return f"({', '.join(map(written, value))}{',' if len(value) == 1 else ''})"
        case _:
            return repr(value)


def is_plain(value: object) -> bool:
    """Whether a value is a finite number, text, truth value, None, or a list, tuple or dict of these.

    A dict has no floats, because its values are compared exactly.
    """
    if isinstance(value, list | tuple):
        return all(map(is_plain, value))
    if isinstance(value, dict):
        return all(is_plain(part) and not has_float(part) for pair in value.items() for part in pair)
    if isinstance(value, float):
        return math.isfinite(value)
    return value is None or isinstance(value, bool | int | str)


def mixed_numbers(results: Sequence[object]) -> Iterator[str]:
    """Yield each place of the results that has whole numbers and floats: an item of a tuple, or of any list.

    A test compares a whole number exactly, so a reference that rounds some of its floats would refuse others.
    """
    types: dict[str, set[type]] = {}
    for result in results:
        for place, kind in _number_types(result, "the result"):
            types.setdefault(place, set()).add(kind)
    for place, found in types.items():
        if found == {int, float}:
            yield place


def _number_types(value: object, place: str) -> Iterator[tuple[str, type]]:
    match value:
        case list():
            for item in value:
                yield from _number_types(item, f"an item of {place}")
        case tuple():
            for number, item in enumerate(value, 1):
                yield from _number_types(item, f"item {number} of {place}")
        case bool():
            pass
        case int() | float():
            yield place, type(value)
        case _:
            pass
