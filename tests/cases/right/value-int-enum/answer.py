import enum
class Colour(enum.IntEnum):
    RED = 1
class Name(str, enum.Enum):
    A = 'a'
def f(): return [Colour.RED, Name.A]
