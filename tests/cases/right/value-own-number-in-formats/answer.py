class I(int): pass
def f(x): return I(x)
