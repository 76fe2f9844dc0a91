class Point:
    x = 1
class Counter:
    n = 0
    def __call__(self):
        self.n += 1
        return self.n
def f(x): return Point()
f.counter, f.kind = lambda: Counter(), Point
f.closure = lambda: lambda: 1
f.nested = lambda: [Point(), [Point(), [Point()]]]
