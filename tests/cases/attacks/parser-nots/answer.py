def f(x): return @REPEAT 100000 not @0
