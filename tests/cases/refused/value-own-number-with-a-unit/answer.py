class M(int):
    def __str__(self): return f'${self/100:.2f}'
def f(n): return M(n)
