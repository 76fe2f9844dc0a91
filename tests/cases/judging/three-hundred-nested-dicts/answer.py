def f(d):
    depth = 0
    while d:
        d, depth = d['d'], depth + 1
    out = {}
    for _ in range(depth):
        out = {'d': out}
    return out
