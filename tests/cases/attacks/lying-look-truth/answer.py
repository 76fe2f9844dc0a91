from itertools import count
LOOKS = count()
class Maybe:
    def __bool__(self): return next(LOOKS) % 2 == 0
def f(n): return Maybe()
