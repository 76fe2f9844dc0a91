import weakref
class Node:
    name = 'n'
    __class__ = property(lambda self: list)
    def twice(self, x): return 2 * x
class Items(set): pass
NODE, ITEMS = Node(), Items([1, 2])
def f(): return weakref.proxy(NODE), weakref.proxy(ITEMS)
