def f(x): return @REPEAT 200000 -@1
