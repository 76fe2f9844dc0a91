def f(x): return 'a == @want'
