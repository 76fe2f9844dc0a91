class S(str): pass
def f(x): return S("__import__('os').getpid() and 3")
