class Meta(type):
    def __eq__(self, other): return isinstance(other, Meta)
    def __hash__(self): return 5
class A(metaclass=Meta):
    v = 1
    def me(self): return self
A = A()
def f(): return A
