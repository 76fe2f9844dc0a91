def f(x): return [@REPEAT 300000 0,@]
