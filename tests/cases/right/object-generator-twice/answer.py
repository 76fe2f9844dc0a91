def f(n):
    for i in range(n): yield i
class Down:
    def __init__(self, n): self.n = n
    def __iter__(self): return self
    def __next__(self):
        if self.n == 0: raise StopIteration
        self.n -= 1
        return self.n
f.down = Down
f.made = lambda n: Down(n)
