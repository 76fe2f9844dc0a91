class KeyError(Exception): pass
KeyError.__module__ = 'builtins'
def f(x): raise KeyError
