"""Rows of a table are cleared with the help of each other.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "math"
LEVEL = "long"
CATEGORIES = ("algebra",)

TEXT = '''\
def solution(rows: list[list[int]]) -> list[list[int]]:
    """
    Clear the rows of a table.

    Parameters:
        rows (list[list[int]]): 1 to 6 rows of the same length, from 1 to 7; whole numbers from -50 to 50.

    Returns:
        list[list[int]]: A table of the same size, with whole numbers from 0 on.
    """
'''
REFERENCE = """\
def solution(rows: list[list[int]]) -> list[list[int]]:
    width = len(rows[0])
    table = []
    for row in rows:
        table.append([value % $clock for value in row])
    done = 0
    for column in $change:
        found = done
        while found < len(table) and table[found][column] == 0:
            found += 1
        if found == len(table):
            continue
        lead = table.pop(found)
        turn = lead[column] ** $power
        lead = [value * turn % $clock for value in lead]
        for row in table:
            share = row[column]
            for place in range(width):
                row[place] = (row[place] - share * lead[place]) % $clock
        table.insert(done, lead)
        done += 1
    return table
"""
VARIANTS = {"left": "range(width)", "right": "reversed(range(width))"}
PROBLEMS = {
    "left": (
        "All numbers of a table are replaced with their remainders modulo $clock, a prime, and all arithmetic is done with "
        "such remainders. Go through the columns from the left to the right. In a column, look for the first row that is not "
        "finished and has a number other than 0 there; without one, go on to the next column. Multiply this row so that its number "
        "in the column becomes 1. From every other row of the table, finished or not, subtract the multiple of this row that makes "
        "its number in the column 0. Then this row is finished: move it behind the rows that were finished before; the others "
        "keep their order. Return the table at the end."
    ),
    "right": (
        "All numbers of a table are replaced with their remainders modulo $clock, a prime, and all arithmetic is done with "
        "such remainders. Go through the columns from the right to the left. In a column, look for the first row that is not "
        "finished and has a number other than 0 there; without one, go on to the next column. Multiply this row so that its number "
        "in the column becomes 1. From every other row of the table, finished or not, subtract the multiple of this row that makes "
        "its number in the column 0. Then this row is finished: move it behind the rows that were finished before; the others "
        "keep their order. Return the table at the end."
    ),
}
EQUIVALENT = {
    "0 → -1": "all rows have the same length",
}


def sample(draws: Draws) -> dict[str, Any]:
    clock = draws.choice((7, 11, 13, 17, 19, 23, 29, 31, 37))
    tables = []
    for high, wide in ((2, 2), (2, 3), (3, 3), (3, 4), (3, 5), (4, 4), (4, 6), (5, 4), (6, 7)):
        table = [draws.integers(wide, -30, 30) for _ in range(high)]
        if high > 2:
            table[1] = [clock + 2 * value if abs(value) < 19 else value for value in table[0]]
        tables.append(table)
    return {"clock": clock, "power": clock - 2, "tables": tables}


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(rows,) for rows in values["tables"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    clock = values["clock"]
    return [
        ([[0]],),
        ([[clock, -clock]],),
        ([[5]],),
        ([[0, 2], [3, 0]],),
        ([[1, 2], [2, 4], [0, 0], [3, 6]],),
        ([[0, 0, 1], [0, 1, 0], [1, 0, 0]],),
        ([[-50] * 7, [50] * 7],),
    ]
