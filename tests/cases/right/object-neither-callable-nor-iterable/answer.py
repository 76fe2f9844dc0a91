class Point:
    x = 1
class Counter:
    n = 0
    def __call__(self):
        self.n += 1
        return self.n
class Sequence:
    def __iter__(self): return iter([1, 2])
class Old:
    def __getitem__(self, i):
        if i < 2: return 10 * i
        raise IndexError
def f(x): return Point()
f.counter, f.sequence, f.old, f.kind = Counter, Sequence, Old, Point
f.closure = lambda: lambda: 1
f.nested = lambda: [Point(), [Point(), [Point()]]]
