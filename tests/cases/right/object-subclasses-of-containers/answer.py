from collections import Counter, OrderedDict, UserDict, UserList, deque
class Row(UserList):
    def total(self): return sum(self)
class Cache(OrderedDict):
    def newest(self): return next(reversed(self))
class Tally(Counter):
    def top(self): return self.most_common(1)[0][0]
class Window(deque):
    def mean(self): return sum(self) / len(self)
class Box(UserDict): pass
def f(kind): return {'row': Row([3, 1]), 'cache': Cache(a=1, b=2), 'tally': Tally('abb'), 'window': Window([1, 2], 2), 'box': Box(a=1)}[kind]
