"""Where the boxes of a tree that grows downwards are drawn.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""


def tree_places(
    above: list[int], left: float, top: float, gap: float, depth: float
) -> dict[int, tuple[float, float]]:
    """Place the boxes 1, 2 and so on, px: ends next to each other, and others above the middle of those below them.

    Args:
        above: for each box the one above it, 0 for the first.
        left: x of the first end.
        top: y of the first box.
        gap: between two ends.
        depth: of a row.
    """
    places: dict[int, tuple[float, float]] = {}
    ends = 0

    def place(number: int, row: int) -> None:
        nonlocal ends
        below = [other for other, parent in enumerate(above, 1) if parent == number]
        for other in below:
            place(other, row + 1)
        if below:
            x = (places[below[0]][0] + places[below[-1]][0]) / 2
        else:
            x = left + gap * ends
            ends += 1
        places[number] = x, top + depth * row

    place(1, 0)
    return places
