def f(x): return 'x' * 9 * 10 ** 9 * 10 ** 9
