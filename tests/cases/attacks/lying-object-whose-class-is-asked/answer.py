class A: pass
def f(kind): return kind(A())
