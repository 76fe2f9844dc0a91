def f(x): return len(str(9 ** (9 ** 8 * 3)))
