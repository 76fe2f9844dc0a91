import resource, sys
from benchmark.core.task import FunctionCheck, Task
from benchmark.extraction.own import extract
task = Task(id="t", check=FunctionCheck(tests=("",)), entry_point="f")
text = sys.argv[1] * int(sys.argv[2])
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
extract(task, text)
print(before, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
