from collections import OrderedDict
def f():
    d = OrderedDict(b=1, a=2)
    d.move_to_end('b')
    return d
