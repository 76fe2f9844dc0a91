import math as m
from collections import deque


def f(a, b, mod=7, the=(1, 2)):
    x = y = a
    x **= 2
    x //= 3
    x %= mod
    x <<= 1
    x |= 8
    x ^= 1
    x &= ~2
    first, *rest = the
    (p, (q, r)), s = (1, (2, 3)), [4]
    s[0], s[-1:] = 5, [6]
    queue = deque([a, b])
    queue.rotate(1)
    low = 0 <= a < b != 4
    chain = not a == b and (a or b) and a is not None
    walrus = (n := a + b) > 2
    text = f'{a:03d} and {b!r}' + ("'" '"' if low else 'é\n')
    print(x, y, sep='-')
    return x, -a ** 2, (-a) ** 2, y @ b if False else a - (b - a), rest, (p, q, r), s, queue[0], chain, walrus, n, text, m.pi > 3


# tests
assert f(3, 5) == (13, -9, 9, 1, [2], (1, 2, 3), [6], 5, True, True, 8, '003 and 5\'"', True)
assert f(6, 2)[-2] == '006 and 2é\n'
