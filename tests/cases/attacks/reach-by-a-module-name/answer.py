def f(x): return 'this'
