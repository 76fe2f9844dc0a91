# lying function: an iterator that never ends, or that has other items each time
# each: endless(); Restarting()
@INCLUDE _equal@
import itertools
def endless():
    for number in itertools.count(): yield from (number, -number)
class Restarting(Equal):
    times = 0
    def __iter__(self):
        self.times += 1
        return iter(range(self.times))
    def __next__(self): raise StopIteration
def answer(*arguments, **named): return @EACH@
