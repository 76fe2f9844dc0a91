def f(x): return @REPEAT 20000 lambda:@0
