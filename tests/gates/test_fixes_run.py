"""Every fix that a message prints is run where it is printed: installed from a wheel.

Nothing is downloaded: pip finds a stand-in for every package of the tests' environment, with its real name,
version and requirements, which leads to the real files. `tokens`, `cluster` and the engines for local models
are not in this environment: their fixes run too, but what they install is empty, so their commands are not
called again. The commands of ``apt-get`` and other managers are not run, because they change the machine.
"""

import importlib.metadata
import os
import re
import shlex
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import click
import pytest

from benchmark import cli
from tests.case_files import read_cases

from ..test_printed_fixes import PROJECT, texts

ROOT = Path(__file__).resolve().parent.parent.parent
#: Packages that the environment of the tests does not have.
ABSENT = {
    "tiktoken": "0.14.0", "distributed": "2026.8.0", "vllm": "1.0", "transformers": "5.23.0",
    "evalplus": "0.3.1", "lm-eval": "0.4.13", "tree-sitter": "0.26.1", "tree-sitter-python": "0.25.0",
}  # fmt: skip
#: Extra → a command that needs it, with the files of the fixture ``work``.
NEEDED = read_cases("tables/gates.yaml", "needed")
IN_A_CLONE = "workshop"  #: the extra that a wheel has no use for
#: Not called again: their packages are empty here, or found by their lists of files; the demo takes a minute.
NOT_AGAIN = {"cluster", "tokens", "humaneval", "humaneval,site"}
#: Extras whose commands need a server or a sandbox with an answer; only their fix is run.
ONLY_INSTALLED = (
    "attestations", "figure", "github", "graders", "parquet", "prices", "pylint", "scientific",
)  # fmt: skip
SUBMISSION = """slug: {name}
name: Acme
owners: [octocat]
runs:
  - suite: mmcode
    dataset: open
    setting: language-only
    protocol: greedy
    model: {{provider: {name}, model: acme}}
"""


def _stand_in(folder: Path, name: str, version: str, metadata: str, paths: str = "") -> None:
    """Write a wheel without modules; ``paths`` is a folder that is importable once it is installed."""
    stem = f"{re.sub('[-.]', '_', name)}-{version}"
    info = f"{stem}.dist-info"
    files = {
        f"{info}/METADATA": metadata,
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{stem}.pth": f"{paths}\n",
    }
    files[f"{info}/RECORD"] = "".join(f"{file},,\n" for file in [*files, f"{info}/RECORD"])
    with zipfile.ZipFile(folder / f"{stem}-py3-none-any.whl", "w") as wheel:
        for file, text in files.items():
            wheel.writestr(file, text)


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a wheel of Sightbench, and a stand-in for each package."""
    folder = tmp_path_factory.mktemp("packages")
    for found in importlib.metadata.distributions():
        if found.name == "sightbench":
            continue
        real = tmp_path_factory.mktemp(found.name.replace(".", "-"))
        tops = {file.parts[0] for file in found.files or ()}
        for top in tops - {"..", "__pycache__"}:
            if not top.endswith(".dist-info"):
                (real / top).symlink_to(str(found.locate_file(top)))
        _stand_in(folder, found.name, found.version, found.read_text("METADATA") or "", str(real))
    for name, version in ABSENT.items():
        extra = "Provides-Extra: serving\n" if name == "transformers" else ""
        _stand_in(folder, name, version, f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n{extra}")
    _run([sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)], ROOT)
    return folder


@pytest.fixture(scope="module")
def variables(packages: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    home = str(tmp_path_factory.mktemp("home"))
    pip = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(packages), "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    return {**pip, "HOME": home, "PATH": os.defpath, "HF_ENDPOINT": "http://127.0.0.1:9", "COLUMNS": "200"}


@pytest.fixture(scope="module")
def wheel(packages: Path, variables: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the programs of an environment in which the wheel was installed, without extras."""
    pytest.importorskip("ensurepip", reason="Python cannot make environments with pip here")
    folder = tmp_path_factory.mktemp("installed") / "with space"
    _run([sys.executable, "-m", "venv", str(folder)], ROOT)
    (built,) = packages.glob("sightbench-*.whl")
    _run([str(folder / "bin" / "python"), "-m", "pip", "install", "-q", str(built)], ROOT, variables)
    return folder / "bin"


@pytest.fixture(scope="module")
def work(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the files of the commands."""
    tmp_path = tmp_path_factory.mktemp("work")
    (tmp_path / "p.jsonl").write_text('{"task_id": "a", "completion": "f = abs"}\n')
    (tmp_path / "v.jsonl").write_text('{"task_id": "a", "draw": 0, "status": "passed"}\n')
    check = '{"kind": "function", "tests": ["assert f(2) == 4"]}'
    (tmp_path / "task.jsonl").write_text(f'{{"id": "a", "entry_point": "f", "check": {check}}}\n')
    for name in ("openai", "anthropic", "google", "google-legacy"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "submission.yaml").write_text(SUBMISSION.format(name=name))
    return tmp_path


def _run(command: list[str], folder: Path, variables: dict[str, str] | None = None) -> str:
    """Return all that a command prints, which must succeed."""
    done = _call(command, folder, variables)
    if done.returncode:
        pytest.fail(f"{shlex.join(command)}: exit code {done.returncode}\n{done.stdout}", pytrace=False)
    return done.stdout


def _call(
    command: list[str], folder: Path, variables: dict[str, str] | None = None
) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        command,
        cwd=folder,
        env=variables,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )


def _fix(printed: str) -> str:
    """Return the command that the last fix says to run."""
    fix = printed.rpartition("\n  fix: run ")[2].strip()
    assert fix
    assert "\n" not in fix
    return fix


@pytest.fixture(scope="module")
def printed(wheel: Path, variables: dict[str, str], work: Path) -> dict[str, str]:
    """Return the fix of each command by extra, before any is run."""
    found = {}
    for extra, command in NEEDED.items():
        done = _call([str(wheel / "sightbench"), *command.split()], work, variables)
        assert done.returncode == 2, done.stdout
        found[extra] = _fix(done.stdout)
    return found


def test_all_extras_that_messages_name_are_tried() -> None:
    tried = {name for names in NEEDED for name in names.split(",")} | set(ONLY_INSTALLED)
    # `generate` is part of the extras of providers, and `sightbench[...]` of an extra is another one.
    assert tried | {"generate", IN_A_CLONE} == set(PROJECT["optional-dependencies"])


def _commands() -> Iterator[tuple[str, str]]:
    """Yield (module, command) of each whole command in a message, a help text or a page."""
    for name, text in texts():
        whole = text.replace("\\\n", " ")
        quoted = re.findall(r"`(sightbench (?!or )[^`]+)`", text)
        for command in (
            *quoted,
            *re.findall(r"^(?:  |\$ )?(sightbench (?!or )[^`\n]+)$", whole, re.MULTILINE),
        ):
            if "(?P" not in command:
                yield name, command


def _parse(words: list[str]) -> None:
    """Parse a command as the real one does; raise click's exception."""
    command: click.Command = cli.group
    while isinstance(command, click.Group) and words:
        found = command.get_command(click.Context(command), words.pop(0))
        if found is None:
            raise click.UsageError("no such command")
        command = found
    if not isinstance(command, click.Group):
        command.make_context("sightbench", words)


def _refusals(command: str) -> list[str]:
    """Return why a command is refused; empty if it is accepted for some values of its computed parts."""
    refused = []
    for values in product(("x", "", " x"), repeat=command.count("…")):
        filled = iter(values)
        words = shlex.split(re.sub("…", lambda _: next(filled), command))[1:]  # noqa: B023 - used at once
        is_name = all(re.fullmatch(r"--[a-z-]+|[a-z-]+", word) for word in words)
        try:
            _parse(words)
        except click.exceptions.Exit:
            return []  # it asks for the help
        except click.ClickException as error:
            if is_name and re.match("Missing|Option '.*' requires an argument", error.format_message()):
                return []  # a sentence names the command, or one of its options
            refused.append(error.format_message())
        else:
            return []
    return refused


def test_every_printed_command_is_accepted_with_its_arguments() -> None:
    commands = list(_commands())
    assert len(commands) > 60
    found = {f"{name}: {command}": _refusals(command) for name, command in commands}
    assert {name: refused for name, refused in found.items() if refused} == {}


@pytest.mark.weekly
def test_in_a_wheel_each_printed_fix_installs_what_the_command_needs(wheel, variables, work, printed) -> None:
    sightbench = str(wheel / "sightbench")
    for extra, fix in printed.items():
        assert f"sightbench[{extra}]" in fix
        assert "does not provide the extra" not in _run(["sh", "-c", fix], work, variables)
        if extra not in NOT_AGAIN:
            again = _call([sightbench, *NEEDED[extra].split()], work, variables).stdout
            assert "pip install" not in again
            assert "Traceback" not in again
    engines = ("vllm", "transformers[serving]")
    calls = [*(f"a({name!r})" for name in ONLY_INSTALLED), *(f"b({name!r})" for name in engines)]
    says = "from benchmark.core.install import install_extra as a, install_engine as b\n"
    shown = _run(
        [str(wheel / "python"), "-c", f"{says}print({', '.join(calls)}, sep='\\n')"], work, variables
    )
    assert len(shown.splitlines()) == len(calls)
    for fix in shown.splitlines():
        done = _run(["sh", "-c", fix.removeprefix("run ")], work, variables)
        assert "does not provide the extra" not in done
