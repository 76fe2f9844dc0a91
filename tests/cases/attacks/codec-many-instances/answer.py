def mirror(p):
    return [type(p)(n, n) for n in range(60_000)]
