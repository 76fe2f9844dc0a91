def f(x): raise ExceptionGroup("both", [ValueError("one"), KeyError("k")])
