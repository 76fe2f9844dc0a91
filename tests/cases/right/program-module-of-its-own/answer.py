"""A program."""
import pickle, sys
import __main__
from dataclasses import dataclass
limit: int = 5
@dataclass
class Point: x: int
back = pickle.loads(pickle.dumps(Point(3)))
print(type(back).__name__, __main__.Point(3).x, __doc__, sys.modules['__main__'].__annotations__['limit'].__name__)
