def f(x): raise EOFError
