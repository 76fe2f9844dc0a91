from enum import Enum
class Colour(Enum):
    RED = 1
    BLUE = 2
    def other(self): return Colour.BLUE if self is Colour.RED else Colour.RED
    @staticmethod
    def mix(*colours): return '+'.join(c.name for c in colours)
