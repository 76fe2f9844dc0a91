import json, sys
from pathlib import Path
from benchmark.datasets.fetch import FetchRequest, fetch
from benchmark.suites.mmcode.official import OFFICIAL

said = []
options = FetchRequest(suite="mmcode", lock=Path(sys.argv[1]), source=Path(sys.argv[2]), record=True)
found = fetch(OFFICIAL[""], options, said.append)
status = Path("/proc/self/status").read_text()  # the rusage of a new process has its parent's peak as well
peak = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM")) / 1024
print(json.dumps({"tasks": found.tasks, "left_out": found.left_out, "said": said, "peak": peak}))
