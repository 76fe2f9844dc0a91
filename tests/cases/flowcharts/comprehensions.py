def main(xs, n):
    x = 9
    squares = [x * x for x in xs if x % 2 if x > 1]
    grid = [[i * j for j in range(n)] for i in range(n)]
    table = {x: str(x) for x in xs}
    letters = {c.lower() for word in ('Ab', 'bC') for c in word}
    total = sum(i for i in range(n) if i not in letters)
    nested = [x + y for x in [y * 2 for y in xs] for y in range(x % 3)]
    text = ', '.join(str(y) for y in xs)
    first = next((x for x in xs if x > 2), None)
    if [x for x in xs if x < 0]:
        return 'negative'
    for y in [x for x in x_values(xs)]:
        x += y
    return squares, grid, table, sorted(letters), total, nested, text, first, x


def x_values(xs):
    return xs if len(xs) > 1 else []


def g(n):
    return 'even' if n % 2 == 0 else 'odd'


def f(name, *arguments):
    return globals()[name](*arguments)


# tests
assert f('main', [1, 2, 3], 2) == (
    [9], [[0, 0], [0, 1]], {1: '1', 2: '2', 3: '3'}, ['a', 'b', 'c'], 1, [2, 3, 4], '1, 2, 3', 3, 15
)
assert f('main', [-1, 2], 1) == 'negative'
assert f('main', [5], 0)[-1] == 9
assert (f('g', 2), f('g', 3)) == ('even', 'odd')
