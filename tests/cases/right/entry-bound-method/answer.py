class Tools:
    factor = 2
    def double(self, x): return x * self.factor
f = Tools().double
