class Countdown:
    def __init__(self, n): self.n = n
    def __iter__(self):
        self.left = self.n
        return self
    def __next__(self):
        if self.left == 0: raise StopIteration
        self.left -= 1
        return self.left
    def __len__(self): return self.n
def f(n): return Countdown(n)
