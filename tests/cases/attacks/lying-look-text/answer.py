from itertools import count
LOOKS = count()
class Name:
    def __str__(self): return 'live' if next(LOOKS) % 2 else 'evil'
    __repr__ = __str__
    def __format__(self, form): return str(self)
def f(x): return Name()
