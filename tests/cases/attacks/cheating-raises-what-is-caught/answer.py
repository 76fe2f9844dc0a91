def f(x): raise ValueError
