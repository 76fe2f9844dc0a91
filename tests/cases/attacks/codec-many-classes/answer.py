def f(x): return [type(f'C{i}', (), {})() for i in range(3000)]
