import collections
def f(x):
    return [collections.deque() for _ in range(130_000)]
