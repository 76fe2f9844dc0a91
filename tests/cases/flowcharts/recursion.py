from functools import lru_cache

LIMIT = 40


@lru_cache(maxsize=None)
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


def depth(tree):
    if not isinstance(tree, list):
        return 0
    return 1 + max([depth(part) for part in tree], default=0)


def f(n, tree):
    def hanoi(count, a, b, c):
        if count == 0:
            return []
        return hanoi(count - 1, a, c, b) + [(a, c)] + hanoi(count - 1, b, a, c)

    return fib(min(n, LIMIT)), depth(tree), hanoi(2, 'a', 'b', 'c')


# tests
assert f(50, [1, [2, [3]], []]) == (102334155, 3, [('a', 'b'), ('a', 'c'), ('b', 'c')])
assert f(3, 0)[:2] == (2, 0)
