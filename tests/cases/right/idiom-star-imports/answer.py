from math import *
from collections import *
from itertools import *
from functools import *
from string import *
import operator as op
def f(n): return sqrt(n), len(list(islice(count(), 2))), reduce(op.add, [1, 2]), str(n)
