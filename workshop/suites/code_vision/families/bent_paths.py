"""Ways across a grid of streets with rules about straight runs.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "math"
LEVEL = "long"
CATEGORIES = ("combinatorics",)

TEXT = '''\
def solution(east: int, north: int) -> int:
    """
    Count ways across a town whose streets form a square grid.

    Parameters:
        east (int): The number of blocks to go to the east, from 0 to 11.
        north (int): The number of blocks to go to the north, from 0 to 11.

    Returns:
        int: The number of ways, from 0 on.
    """
'''
REFERENCE = """\
def solution(east: int, north: int) -> int:
    def ways(right: int, up: int, runs: int, flat: bool) -> int:
        if right == 0 and up == 0:
            return 1
        if runs == 0:
            return 0
        total = 0
        if flat:
            for run in range(1, right + 1):
                if $change:
                    total += ways(right - run, up, runs - 1, False)
        else:
            for run in range(1, up + 1):
                if run % $rhythm != 0:
                    total += ways(right, up - run, runs - 1, True)
        return total

    return ways(east, north, $runs, True) + ways(east, north, $runs, False)
"""
VARIANTS = {"banned": "run != $ban", "longest": "run <= $ban"}
PROBLEMS = {
    "banned": (
        "Streets form a square grid. A way goes from one crossing to another that lies `east` blocks to the east and "
        "`north` blocks to the north; it goes only east and north and changes its direction at most $turns times. "
        "The blocks between two changes of direction, and those before the first and after the last one, are a run. "
        "No run to the east may have exactly $ban blocks. No run to the north may have a number of blocks that is a "
        "multiple of $rhythm. Return the number of such ways. If both numbers are 0, the result is 2."
    ),
    "longest": (
        "Streets form a square grid. A way goes from one crossing to another that lies `east` blocks to the east and "
        "`north` blocks to the north; it goes only east and north and changes its direction at most $turns times. "
        "The blocks between two changes of direction, and those before the first and after the last one, are a run. "
        "No run to the east may have more than $ban blocks. No run to the north may have a number of blocks that is "
        "a multiple of $rhythm. Return the number of such ways. If both numbers are 0, the result is 2."
    ),
}
EQUIVALENT = {
    "1 → 2": "a run longer than the way never ends at its end",
    "1 → 0": "0 is a multiple of every number",
}


def sample(draws: Draws) -> dict[str, Any]:
    pairs = [(east, north) for east in range(3, 9) for north in range(3, 11) if 3 * east > north]
    turns = draws.integer(4, 6)
    return {
        "turns": turns,
        "runs": turns + 1,
        "ban": draws.integer(3, 4),
        "rhythm": draws.integer(3, 4),
        "pairs": draws.sample(pairs, 9),
    }


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return list(values["pairs"])


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    ban, rhythm = values["ban"], values["rhythm"]
    return [(0, 0), (ban, 0), (ban + 1, 0), (0, rhythm - 1), (0, rhythm), (1, 1), (11, 11), (5, 11)]
