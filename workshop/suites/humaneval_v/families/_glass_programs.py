"""The right programs of ``glass_table``.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

PROGRAM = """
def solution(rows: list[str], start: int) -> list[list[int]]:
    ways = "N NE E SE S SW W NW".split()
    turns = $turns
    lit = [[0] * len(line) for line in rows]
    for colour in range(3):
        row, column, heading = start, 0, 2
        {first}reached = set()
        while 0 <= row < len(rows) and 0 <= column < len(lit[row]):
            reached.add((row, column))
            sign = rows[row][column]
            {prism}
            {mirror}
            {filter}
            way = ways[heading]
            row += ("S" in way) - ("N" in way)
            column += ("E" in way) - ("W" in way)
        for row, column in reached:
            lit[row][column] += 1
    return lit
"""
FIRST = "is_alone = False\n        "
PRISM = """if sign == $prism:
                heading = (heading + turns[colour]) % 8"""
PRISM_ONCE = """if sign == $prism and not is_alone:
                heading = (heading + turns[colour]) % 8
                is_alone = True"""
MIRROR = """if sign == $mirror:
                heading = ($axis - heading) % 8"""
MIRROR_TINTED = """if sign == $mirror and colour == $tint:
                heading = ($axis - heading) % 8"""
FILTER = """if sign == $filter and colour != $kept:
                break"""
FILTER_ONCE = """if sign == $filter:
                if colour != $kept:
                    break
                is_alone = True"""
FILTER_BLOCKS = """if sign == $filter and colour == $kept:
                break"""
#: Mutation → parts of the program.
PROGRAM_PARTS = {
    "plain": ("", PRISM, MIRROR, FILTER),
    "once": (FIRST, PRISM_ONCE, MIRROR, FILTER_ONCE),
    "blocks": ("", PRISM, MIRROR, FILTER_BLOCKS),
    "tinted": ("", PRISM, MIRROR_TINTED, FILTER),
    "tinted-blocks": ("", PRISM, MIRROR_TINTED, FILTER_BLOCKS),
}
