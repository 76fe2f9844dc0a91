def f(x): return @REPEAT 90 [@@REPEAT 90 ]@ + @REPEAT 300 [@
