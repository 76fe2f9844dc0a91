def f(x): raise ExceptionGroup("both", [ValueError("one"), KeyError("k")])
def plain(): raise ValueError("plain")
class Own(ExceptionGroup): pass
def nested(): raise Own("outer", [ValueError(1), ExceptionGroup("inner", [OSError(2, "no")])])
def base(): raise BaseExceptionGroup("base", [KeyboardInterrupt()])
f.plain, f.nested, f.base = plain, nested, base
