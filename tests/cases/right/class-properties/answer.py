class T:
    count = 0
    def __init__(self, c):
        self.c = c
        T.count += 1
    @property
    def f(self): return self.c * 9 / 5 + 32
    @classmethod
    def of(cls, f): return cls((f - 32) * 5 / 9)
