import enum
class Level(enum.IntEnum):
    LOW = 1
    HIGH = enum.auto()
    @classmethod
    def of(cls, n): return cls(n)
    def up(self): return Level(min(self + 1, 2))
