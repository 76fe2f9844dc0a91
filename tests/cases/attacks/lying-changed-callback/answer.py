def f(key):
    key.__code__ = (lambda x: x).__code__
    return key
