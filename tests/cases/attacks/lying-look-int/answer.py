from itertools import count
LOOKS = count()
class Number:
    def __int__(self): return next(LOOKS)
    def __index__(self): return next(LOOKS)
    def __complex__(self): return complex(next(LOOKS))
def f(x): return Number()
