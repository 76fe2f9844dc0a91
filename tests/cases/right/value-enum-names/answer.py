from enum import Enum, IntEnum
class Level(IntEnum):
    HIGH = 2
class Side(str, Enum):
    NORTH = 'n'
def f(): return Level.HIGH, Side.NORTH
