class Box:
    def __init__(self, n): self.n, self.items = n, [n]
    def __len__(self): return self.n
def f(x):
    if isinstance(x, Box):
        x.n += 1
        x.items.append(x.n)
        return x
    if isinstance(x, list):
        for box in x: box.n = 0
        return len(x)
    if callable(x): return x(Box(1))
    return Box(x)
