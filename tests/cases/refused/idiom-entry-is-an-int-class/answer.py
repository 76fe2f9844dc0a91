class f(int):
    def double(self): return self * 2
