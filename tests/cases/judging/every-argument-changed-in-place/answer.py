from collections import deque
def f(a, b, *, c, d):
    a[0] = True
    b.append(1)
    c.sort()
    d['x'] = 1
    raise ValueError
