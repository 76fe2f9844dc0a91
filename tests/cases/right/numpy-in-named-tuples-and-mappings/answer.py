from collections import namedtuple
from collections.abc import Mapping
import numpy as np
P = namedtuple("P", "values rows empty")
Q = namedtuple("Q", "x")
class M(Mapping):
    def __init__(self): self.d = {"a": np.array([1, 2]), "b": np.array([3])}
    def __getitem__(self, key): return self.d[key]
    def __iter__(self): return iter(self.d)
    def __len__(self): return 2
def f(): return P(np.array([1, 2]), [np.array([3.0]), {"k": np.array([4])}], np.array([]))
f.missing = lambda: Q(np.array([float("nan")]))
f.mapping = M
