from array import array
from collections import ChainMap
from types import MappingProxyType
def f():
    d = {'a': 1, 'b': 2}
    return d.keys(), d.items(), MappingProxyType(d), ChainMap({'a': 1}, {'c': 3}), array('i', [1, 2]), d.values()
