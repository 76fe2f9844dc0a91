def f(xs, seen=[]):
    total = 0
    def add(x):
        nonlocal total
        total += x
        seen.append(x)
        add.calls = getattr(add, 'calls', 0) + 1
    for x in xs: add(x)
    return total, add.calls, len(seen)
