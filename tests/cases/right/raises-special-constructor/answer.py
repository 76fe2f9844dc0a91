def f(x): return x.decode()
