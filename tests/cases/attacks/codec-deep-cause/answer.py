def f(x):
    error = ValueError(1)
    for i in range(3000):
        nxt = ValueError(i)
        nxt.__cause__ = error
        error = nxt
    error.__cause__.__cause__ = error
    raise error
