def f(x): return x@REPEAT 50000 ()@
