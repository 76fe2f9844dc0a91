class Stack:
    def top(self): return self
    def __lt__(self, o): return True
    __gt__ = __le__ = __ge__ = __eq__ = __lt__
