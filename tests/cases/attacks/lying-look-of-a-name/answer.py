from itertools import count
LOOKS = count()
class Model:
    def __call__(self, n): return n
    @property
    def low(self): return next(LOOKS)
f = Model()
