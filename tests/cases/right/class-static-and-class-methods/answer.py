import abc
class Base(abc.ABC):
    @property
    @abc.abstractmethod
    def area(self): ...
class Shape(Base):
    """A shape."""
    count = 0
    sides = 4
    def __init__(self, w, h):
        self._w, self.h = w, h
        type(self).count += 1
    @staticmethod
    def area_of(w, h): return w * h
    @classmethod
    def square(cls, n): return cls(n, n)
    @property
    def area(self): return self.area_of(self._w, self.h)
    @property
    def width(self): return self._w
    @width.setter
    def width(self, w):
        if w < 0: raise ValueError('negative width')
        self._w = w
