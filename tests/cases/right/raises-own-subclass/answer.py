class TooSmall(ValueError): pass
def f(x): raise TooSmall('x')
