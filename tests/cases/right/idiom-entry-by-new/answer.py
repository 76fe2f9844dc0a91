class f:
    def __new__(cls, x): return x * x
