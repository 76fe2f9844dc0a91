# lying function: arrays of objects that say yes to each comparison, and arrays that hide their items
# each: objects; Ufunc()
@INCLUDE _equal@
import numpy
objects = numpy.empty((1,), dtype=object)
objects[0] = Equal()
class Ufunc(Equal):
    __array_priority__ = 1000
    def __array_ufunc__(self, *arguments, **named): return numpy.array([True])
    def __array_function__(self, *arguments, **named): return True
def answer(*arguments, **named): return @EACH@
