def f(key):
    def other(x): return x
    other.__dict__.update(key.__dict__)
    other.__name__ = other.__qualname__ = key.__name__
    other.__code__ = (lambda x: x).__code__
    return other
