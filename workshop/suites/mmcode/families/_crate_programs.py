"""Right and wrong programs of ``market_crates``, by level.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""


def program(level: int, rules: str) -> str:
    """Write the right program of a level, from 1 to 5, with those of N, T and F that hold."""
    text = _PROGRAM
    for letter, parts in _PARTS.items():
        for name, lines in parts.items():
            text = text.replace(f"{name}\n", lines.lstrip("\n") if letter in rules else "")
    return text.replace("LEVEL", str(level))


_PROGRAM = """
def solution(text):
    crates = {name: cells.split() for name, cells in $cratesLEVEL.items()}
    prices = $pricesLEVEL
    sums = []
    for order in text.split("\\n")[1:]:
        if not order:
            continue
        first, second, names = order.split()
        one, other = crates[first[0]], crates[second[0]]
        here = 4 * int(first[1]) + int(first[2]) - 5
        there = 4 * int(second[1]) + int(second[2]) - 5
        one[here], other[there] = other[there], one[here]
        total = 0
        for name in names:
            crate = crates[name]
COUNT
            for place, cell in enumerate(crate):
                kind, pieces = cell[0], int(cell[1:])
                if pieces > 0:
                    total += pieces * prices[kind]
COUNTED
BESIDE
FREE
FULL
        sums.append(total)
    return "\\n".join(map(str, sums))
"""
#: Rule → its lines of a program, by the place where they stand.
_PARTS = {
    "T": {
        "COUNT": """
            pieces_in_threes = 0
""",
        "COUNTED": """
                if kind == $freeLEVEL:
                    pieces_in_threes += pieces
""",
        "FREE": """
            total -= pieces_in_threes // 3 * prices[$freeLEVEL]
""",
    },
    "N": {
        "BESIDE": """
                if kind == $ownLEVEL:
                    row, column = place // 4, place % 4
                    for down, right in ((0, -1), (0, 1), (-1, 0), (1, 0)):
                        if 0 <= row + down <= 2 and 0 <= column + right <= 3:
                            if crate[4 * (row + down) + column + right][0] == $otherLEVEL:
                                total += $deltaLEVEL
                                break
""",
    },
    "F": {
        "FULL": """
            if name in $doubleLEVEL:
                for line in $linesLEVEL:
                    if all(crate[place] != ".0" for place in line):
                        total += $addedLEVEL
""",
    },
}

_SPLIT = "        first, second, names = order.split()\n"
_AGAIN = "        crates = {name: cells.split() for name, cells in $cratesLEVEL.items()}\n"
_EACH = ("total += pieces * prices", "total += prices")
#: Mistakes that a program of any level can make.
_ONE_WAY = ("one[here], other[there] = other[there], one[here]", "one[here] = other[there]")
_LAST_CRATE = ("for name in names:", "for name in names[-1:]:")
_RUNNING_TOTAL = ("        total = 0\n", "        total = sums[-1] if sums else 0\n")
#: Name of a wrong program → changes of a right one, of which the last one that concerns it is made.
_CHANGES = {
    "each-order-anew": [(_SPLIT, _SPLIT + _AGAIN)],
    "one-piece-each": [_EACH],
    "no-neighbours": [
        _ONE_WAY,
        ("pieces_in_threes // 3", "pieces_in_threes // 4"),
        ("total += $delta", "total += 0 * $delta"),
    ],
    "threes-in-one-compartment": [
        _LAST_CRATE,
        ("total += $delta", "total -= $delta"),
        ("pieces_in_threes += pieces", "pieces_in_threes += pieces // 3 * 3"),
    ],
    "also-diagonal": [
        _RUNNING_TOTAL,
        ("pieces_in_threes += pieces", "pieces_in_threes += 1"),
        ("(1, 0))", "(1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1))"),
    ],
}


def wrong_programs(level: int, rules: str) -> dict[str, str]:
    """Return wrong programs of a level by name; a rule that does not hold leaves a plainer mistake."""
    right, found = program(level, rules), {}
    for name, changes in _CHANGES.items():
        before, after = [change for change in changes if change[0] in right][-1]
        found[name] = right.replace(before, after.replace("LEVEL", str(level)))
    return found
