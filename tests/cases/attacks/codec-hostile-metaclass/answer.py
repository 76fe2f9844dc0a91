class Meta(type):
    __name__ = property(lambda cls: 1 / 0)
    __mro__ = property(lambda cls: 1 / 0)
    __module__ = property(lambda cls: 1 / 0)
    def __hash__(cls): return 1 // 0
    def __eq__(cls, other): return 1 / 0
    def mro(cls): return type.mro(cls)
class A(metaclass=Meta): pass
def f(x): return A()
