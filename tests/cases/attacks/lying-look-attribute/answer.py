from itertools import count
LOOKS = count()
class Account:
    def __getattr__(self, name): return next(LOOKS)
def f(x): return Account()
