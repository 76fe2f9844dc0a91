@REPEAT 5000 ^x~@def f(x): return 0
