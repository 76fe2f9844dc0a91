class S(str):
    def __format__(self, s): return 'aa'
def f(n): return S('abc!')
