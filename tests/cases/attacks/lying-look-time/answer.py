import time
class Clock:
    begin = time.perf_counter()
    @property
    def value(self): return int((time.perf_counter() - self.begin) * 1e9)
def f(n): return Clock()
