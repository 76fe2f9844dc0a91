from typing import NamedTuple
class Point(NamedTuple):
    x: int
    y: int = 0
    def moved(self, n): return self._replace(x=self.x + n)
