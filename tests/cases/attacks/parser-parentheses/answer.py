def f(x): return @REPEAT 100000 (@1@REPEAT 100000 )@
