# lying function: hands back an object of the test, of the judge, or of Python itself
# each: next(filter(callable, values), AssertionError); @ENTRY@; sys._getframe(1); gc.get_objects()[-1]
import gc, sys
def answer(*arguments, **named):
    values = [*arguments, *named.values()]
    return @EACH@
