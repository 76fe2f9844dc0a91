import os, sys
import benchmark.judging.judge
from benchmark.judging.codec.libraries import load
assert not {"numpy", "pandas", "pyarrow"} & set(sys.modules)
before = dict(os.environ)
numpy, pandas = load("numpy"), load("pandas")
numpy.ones((300, 300)) @ numpy.ones((300, 300))
assert dict(os.environ) == before
print(os.listdir("/proc/self/task").__len__(), "pyarrow" in sys.modules, pandas.Series(["a"]).dtype.storage)
