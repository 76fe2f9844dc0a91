from collections import ChainMap
from types import MappingProxyType
class D(dict):
    def __eq__(self, other): return True
    def __iter__(self): return iter([4, 2])
    def keys(self): return {4: 1, 2: 1}.keys()
    def items(self): return {4: 2}.items()
    def __getitem__(self, key): return 2
    def __len__(self): return 1
class Chain(ChainMap):
    def __eq__(self, other): return True
def f(x):
    d = D({1: 1})
    return [dict.keys(d), dict.items(d), MappingProxyType(d), Chain(d)][x]
