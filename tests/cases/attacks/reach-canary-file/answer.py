def f(x): return open('@FILE@').read()
