def f(x): return {n * (2 ** 61 - 1) for n in range(3000)}
