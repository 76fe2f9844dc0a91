def main(rows, bad):
    found = []
    for i, row in enumerate(rows):
        for j, cell in enumerate(row):
            for k in range(cell):
                if k > 2:
                    break
                if (i + k) % 2:
                    continue
                found.append((i, j, k))
            else:
                if cell == bad:
                    break
                continue
            found.append(-1)
        else:
            found.append(i)
    return found


def same_head(limit):
    """A loop whose body begins with a loop, and an endless one around it."""
    turns = 0
    while True:
        for item in (1, 2, 3):
            turns += item
            if turns % 5 == 0:
                break
        else:
            if turns > limit:
                return turns
            continue
        turns += 1


def f(name, *arguments):
    return globals()[name](*arguments)


# tests
assert f('main', [[1, 4], [2], []], 2) == [(0, 0, 0), (0, 1, 0), (0, 1, 2), -1, 0, (1, 0, 1), 2]
assert f('main', [[2, 1], [5]], 2) == [(0, 0, 0), (1, 0, 1), -1, 1]
assert (f('same_head', 5), f('same_head', 50)) == (6, 52)
