def f(x): return [type(f'C{i}', (int,), {})(i) for i in range(3000)]
