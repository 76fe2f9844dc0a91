def f(x): return 'want'
