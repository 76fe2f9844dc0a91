from functools import cached_property
class Data:
    def __init__(self, xs): self.xs, self.computed = xs, 0
    @cached_property
    def total(self):
        self.computed += 1
        return sum(self.xs)
    def __getattr__(self, name):
        if name.startswith('_'): raise AttributeError(name)
        self.__dict__[name] = len(name)
        return len(name)
def f(xs): return Data(xs)
