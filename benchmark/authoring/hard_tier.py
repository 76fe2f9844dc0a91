"""How many hard families a data set has, of which forms, and how many of each it is meant to have."""

from collections.abc import Iterable, Mapping

from benchmark.authoring.family import Family
from benchmark.authoring.gates.levels import result_type

#: What is counted → the minimum number of hard families. This is the only place that states them.
MINIMUMS: Mapping[str, int] = {
    "hard families": 20,
    "of type Validation that return a bool": 6,
    "that return floats or tuples": 3,
    "that return lists of lists": 3,
}


def hard_counts(families: Iterable[Family]) -> dict[str, int]:
    """Count the hard families, by the same names as :data:`MINIMUMS`."""
    hard = [family for family in families if family.level == "hard"]
    types = [(family.task_type, result_type(family)) for family in hard]
    return dict(
        zip(
            MINIMUMS,
            (
                len(hard),
                sum((kind, result) == ("Validation", "bool") for kind, result in types),
                sum("float" in result or "tuple" in result for _, result in types),
                sum("list[list[" in result for _, result in types),
            ),
            strict=True,
        )
    )


def hard_lines(families: Iterable[Family]) -> list[str]:
    """Return a line per count, with the minimum; empty if no family is hard."""
    counts = hard_counts(families)
    return (
        [f"{name}: {counts[name]} of {least}" for name, least in MINIMUMS.items()]
        if any(counts.values())
        else []
    )
