def f(x):
    def g(): pass
    g.startswith = lambda p: True
    return g
