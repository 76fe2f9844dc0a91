"""Rehearses parts side by side: ``python lab/rehearsal/parts.py [PART ...]``.

The output of the first part is shown at once, that of the others at the end. Without a part: ``hand-in``,
``watch``, and ``models`` if what calls models changed since this branch left main.
"""

import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from functools import partial
from pathlib import Path

from world import ROOT

sys.path.insert(0, str(ROOT / "lab" / "release"))
from check_data import changed_files

#: How the paths start whose changes let CI's calls of models be rehearsed before the week's end.
_CALLS_MODELS = (
    *(".github", "benchmark/chain", "benchmark/generation", "benchmark/pipeline", "benchmark/results"),
    *("lab/engines", "lab/rehearsal", "locks/environments.py", "nox"),
)


def main(parts: Sequence[str]) -> int:
    """Return 0 if every part succeeded, otherwise the exit code of one that failed."""
    log = ROOT / "build" / "rehearsal.log"
    log.parent.mkdir(exist_ok=True)
    with log.open("w") as file, ThreadPoolExecutor(len(parts)) as pool:
        command = [sys.executable, str(Path(__file__).with_name("rehearse.py")), "--part"]
        rehearse = partial(subprocess.call, stdout=file, stderr=file)
        others = [pool.submit(rehearse, [*command, part]) for part in parts[1:]]
        try:
            codes = [subprocess.call([*command, parts[0]])]
        finally:
            wait(others)
            print(log.read_text())
    return max(codes + [abs(other.result()) for other in others], key=abs)


if __name__ == "__main__":
    is_changed = any(path.startswith(_CALLS_MODELS) for path in changed_files())
    raise SystemExit(main(sys.argv[1:] or ["hand-in", "watch", *["models"] * is_changed]))
