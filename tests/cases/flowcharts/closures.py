total = 0


def f(start, steps):
    def counter(by=1, *more, scale=1, **named):
        nonlocal start
        global total
        start += by * scale + sum(more) + len(named)
        total += 1
        return start

    functions = []
    for step in steps:
        functions.append(lambda x, step=step: x * step)
        functions.append(lambda: step)
    values = [counter(), counter(5), counter(1, 2, 3, scale=2, a=0, b=0)]
    key = lambda pair: (-pair[1], pair[0])
    pairs = sorted(((name, len(name)) for name in ('bb', 'a', 'cc')), key=key)
    return values, [g(2) if n % 2 == 0 else g() for n, g in enumerate(functions)], pairs, total > 0


# tests
assert f(0, [3, 4]) == ([1, 6, 15], [6, 4, 8, 4], [('bb', 2), ('cc', 2), ('a', 1)], True)
