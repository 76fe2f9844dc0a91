from dataclasses import dataclass
@dataclass(frozen=True, order=True)
class Money:
    cents: int
    def __add__(self, other): return Money(self.cents + other.cents)
    def __mul__(self, n): return Money(self.cents * n)
