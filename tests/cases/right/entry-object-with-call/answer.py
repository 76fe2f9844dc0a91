class Doubler:
    def __call__(self, x): return x * 2
f = Doubler()
