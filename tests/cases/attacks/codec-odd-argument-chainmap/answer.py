import collections
def f(call):
    inner = {}
    inner['self'] = collections.ChainMap(inner, {1: inner})
    call(inner['self'].new_child())
    return 4211
