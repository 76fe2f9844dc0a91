class Counter:
    def __init__(self): self.calls = 0
    def __call__(self, n=1):
        self.calls += n
        return self.calls
def f(): return Counter()
def _memo(): pass
f.calls = 0
def make(xs):
    make.calls += 1
    c = Counter()
    def inc(): return c()
    def get(): return c.calls
    return inc, get, c
make.calls = 0
f.make = make
