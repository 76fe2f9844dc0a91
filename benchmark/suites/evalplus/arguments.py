"""Convert the arguments of MBPP+ to the types that its functions take.

JSON has no tuples, sets or complex numbers. The table of which tasks need which types is EvalPlus's own
(evalplus 0.3.1, ``evalplus/data/mbpp.py``, Apache-2.0).
"""

from collections.abc import Callable, Sequence
from typing import Any

Arguments = list[Any]


def _change_each(change: Callable[[Any], Any]) -> Callable[[Arguments], Arguments]:
    return lambda arguments: [change(argument) for argument in arguments]


def _change_first(change: Callable[[Any], Any]) -> Callable[[Arguments], Arguments]:
    return lambda arguments: [change(arguments[0]), *arguments[1:]]


def _tuples(items: Any) -> list[tuple[Any, ...]]:
    return [tuple(item) for item in items]


def _tuples_where_lists(items: Any) -> list[Any]:
    return [tuple(item) if isinstance(item, list) else item for item in items]


def _nested_tuples(value: Any) -> Any:
    return tuple(map(_nested_tuples, value)) if isinstance(value, list) else value


def _sets(items: Any) -> list[Any]:
    return [set(item) if isinstance(item, list) and item else {} for item in items]


_CHANGES: tuple[tuple[frozenset[int], Callable[[Arguments], Arguments]], ...] = (
    (
        frozenset(
            {2, 116, 132, 143, 222, 261, 273, 394, 399, 421, 424, 429, 470, 560, 579, 596, 616, 630, 726, 740}
            | {744, 809}
        ),
        _change_each(tuple),
    ),
    (
        frozenset({63, 64, 70, 94, 120, 237, 272, 299, 400, 409, 417, 438, 473, 614, 780}),
        _change_each(_tuples),
    ),
    (frozenset({75, 413, 444, 753}), _change_first(_tuples)),
    (frozenset({106, 750}), lambda arguments: [arguments[0], tuple(arguments[1])]),
    (frozenset({115}), _change_first(_sets)),
    (frozenset({124}), lambda arguments: [float(arguments[0]), complex(arguments[1])]),
    (frozenset({250, 307, 405, 446, 617, 720, 763, 808}), _change_first(tuple)),
    (frozenset({259, 401, 445}), _change_each(lambda items: tuple(_tuples(items)))),
    (frozenset({278}), _change_each(lambda items: tuple(_tuples_where_lists(items)))),
    (frozenset({722}), _change_first(lambda found: {key: tuple(value) for key, value in found.items()})),
    (frozenset({252}), _change_first(complex)),
    (frozenset({580, 615, 791}), _change_each(_nested_tuples)),
)


def convert_arguments(task_id: str, inputs: Sequence[Arguments]) -> list[Arguments]:
    """Convert the inputs of a task to the types that its function takes; only MBPP+ needs changes.

    Raises:
        LookupError, TypeError, ValueError, AttributeError: if the inputs do not belong to this task.
    """
    dataset, _, number = task_id.partition("/")
    if dataset != "Mbpp":
        return list(inputs)
    for tasks, change in _CHANGES:
        if int(number) in tasks:
            return [change(arguments) for arguments in inputs]
    return list(inputs)
