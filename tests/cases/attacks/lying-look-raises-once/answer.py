from itertools import count
LOOKS = count()
class Missing:
    @property
    def value(self):
        if next(LOOKS) == 0: raise AttributeError('value')
        return 1
def f(n): return Missing()
