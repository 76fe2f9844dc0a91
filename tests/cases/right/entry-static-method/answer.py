class Tools:
    @staticmethod
    def double(x): return x * 2
f = Tools.double
