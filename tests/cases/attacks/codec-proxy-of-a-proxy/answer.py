import weakref
class A:
    def __getattribute__(self, name): raise RuntimeError(name)
a = A()
def f(x):
    class B: pass
    return [weakref.proxy(B()), weakref.proxy(a)]
