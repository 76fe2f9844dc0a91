def f(call, x): return call(x)
