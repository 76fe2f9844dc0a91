"""Tests of noxw: what it finds, installs and prints, on machines that are folders with a few programs."""

import hashlib
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.processes import run
from tests.sampling import gate_of

pytestmark = gate_of("noxw")

ROOT = Path(__file__).resolve().parent.parent
NEEDED = ("dirname", "rm", "mkdir", "env", "touch", "sed")
MANAGERS = {
    "apt-get": "apt-get install -y",
    "dnf": "dnf install -y",
    "pacman": "pacman -S",
    "zypper": "zypper install",
    "apk": "apk add",
}


@dataclass(frozen=True)
class Machine:
    root: Path  #: a checkout that has only noxw and its lock
    programs: Path  #: the only folder on the PATH

    def add(self, name: str, script: str) -> None:
        file = self.programs / name
        file.unlink(missing_ok=True)
        file.write_text(f"#!/bin/sh\n{script}\n")
        file.chmod(0o755)

    def noxw(
        self, *arguments: str, cwd: Path | None = None, **variables: str
    ) -> subprocess.CompletedProcess[str]:
        return run(
            ["/bin/sh", str(self.root / "noxw"), *arguments],
            cwd=cwd or self.root,
            env={"PATH": str(self.programs), **variables},
            stdin=subprocess.DEVNULL,
        )


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """An ordinary user with Python and bubblewrap, whose environment exists already."""
    made = Machine(tmp_path / "a checkout", tmp_path / "programs")
    (made.root / "locks").mkdir(parents=True)
    made.programs.mkdir()
    shutil.copy(ROOT / "noxw", made.root)
    lock = shutil.copy(ROOT / "locks" / "nox.txt", made.root / "locks")
    for name in NEEDED:
        (made.programs / name).symlink_to(str(shutil.which(name)))
    made.add("python3", f'exec "{sys.executable}" "$@"')
    made.add("id", "echo 1000")
    made.add("bwrap", "true")
    digest = hashlib.sha256(Path(lock).read_bytes()).hexdigest()[:12]
    environment = made.root / ".nox" / f"nox-{sys.version_info[0]}.{sys.version_info[1]}-{digest}" / "bin"
    environment.mkdir(parents=True)
    (environment / "python").write_text('#!/bin/sh\nprintf "[%s]" "$@"\n')
    (environment / "python").chmod(0o755)
    return made


def test_all_arguments_reach_nox_from_any_folder(machine: Machine, tmp_path: Path) -> None:
    done = machine.noxw("-s", "tests", "--", "-k", "two words", cwd=tmp_path)
    assert done.stdout == f"[-m][nox][-f][{machine.root}/noxfile.py][-s][tests][--][-k][two words]"
    assert (done.returncode, done.stderr) == (0, "")


def test_a_newer_python_is_preferred_and_a_missing_one_reported_with_what_installs_it(machine) -> None:
    newer = (machine.programs / "python3").rename(machine.programs / "python3.12")
    machine.add("python3", "exit 1")
    machine.add("apt-get", "exit 1")
    assert machine.noxw("--list").returncode == 0
    newer.unlink()
    (machine.programs / "python3").unlink()
    done = machine.noxw("--list")
    assert done.returncode == 3
    assert "no Python 3.11 or newer is on the PATH" in done.stderr
    assert "fix: sudo apt-get install -y python3, or set SIGHTBENCH_PYTHON" in done.stderr


def test_a_program_that_the_user_names_is_the_only_one_tried(machine: Machine) -> None:
    done = machine.noxw("--list", SIGHTBENCH_PYTHON="/no such/python")
    assert done.returncode == 3
    assert done.stderr == "noxw: SIGHTBENCH_PYTHON is not Python 3.11 or newer: /no such/python\n"
    machine.add("chromium", "true")
    done = machine.noxw("-s", "browser", SIGHTBENCH_CHROMIUM="/no such/chromium")
    assert done.returncode == 3
    assert done.stderr == "noxw: SIGHTBENCH_CHROMIUM is not a program: /no such/chromium\n"


@pytest.mark.parametrize("manager", MANAGERS)
def test_missing_programs_are_reported_with_the_command_that_installs_them(machine, manager) -> None:
    machine.add(manager, "exit 1")
    done = machine.noxw("-s", "tests", "browser")
    assert done.returncode == 3
    command = f"sudo {MANAGERS[manager]} chromium"
    assert done.stderr.endswith(f"noxw: fix: {command}, or set SIGHTBENCH_CHROMIUM to its path\n")
    (machine.programs / "bwrap").unlink()
    done = machine.noxw("-s", "demo")
    assert done.returncode == 3
    assert done.stderr.endswith(f"noxw: fix: sudo {MANAGERS[manager]} bubblewrap\n")


def test_only_what_judges_needs_bubblewrap(machine: Machine) -> None:
    (machine.programs / "bwrap").unlink()
    machine.add("apt-get", "exit 1")
    for argument in ("--list", "-l", "--help", "--version"):
        assert machine.noxw(argument).returncode == 0
    for stage in ("plan", "generate", "rubric", "record", "report", "reconcile"):
        assert machine.noxw("-s", "ci", "--", stage, "--plan", "plan.json").returncode == 0, stage
    for stage in ("validate", "score"):
        assert machine.noxw("-s", "ci", "--", stage, "--plan", "plan.json").returncode == 3, stage


@pytest.mark.parametrize("lists", ["at hand", "missing"])
def test_root_gets_bubblewrap_installed_without_a_question(machine: Machine, lists: str) -> None:
    (machine.programs / "bwrap").unlink()
    machine.add("id", "echo 0")
    install = f'touch "{machine.programs}/bwrap" && /bin/chmod +x "{machine.programs}/bwrap"'
    if lists == "missing":
        install = f'[ -f "{machine.root}/updated" ] && {install}'
    machine.add("apt-get", f'case "$*" in *update*) touch "{machine.root}/updated" ;; *) {install} ;; esac')
    done = machine.noxw("-s", "demo")
    assert done.returncode == 0
    assert done.stderr == "noxw: installing bubblewrap\n"
    assert (machine.root / "updated").exists() == (lists == "missing")
    (machine.programs / "bwrap").unlink()
    machine.add("apt-get", "exit 100")
    done = machine.noxw("-s", "demo")
    assert done.returncode == 3
    assert done.stderr.endswith("noxw: fix: apt-get install -y bubblewrap\n")


@pytest.mark.parametrize("name", ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"])
def test_every_name_of_chromium_is_found_and_the_browser_session_needs_no_sandbox(machine, name) -> None:
    (machine.programs / "bwrap").unlink()
    machine.add(name, "true")
    assert machine.noxw("-s", "browser").returncode == 0
    assert machine.noxw("-s", "browser", "--", "-k", "sorts").returncode == 0


def test_only_the_browser_session_needs_chromium_and_others_next_to_it_need_the_sandbox(machine) -> None:
    assert machine.noxw("-s", "tests", "--", "-k", "browser").returncode == 0
    machine.add("chromium", "true")
    (machine.programs / "bwrap").unlink()
    machine.add("apt-get", "exit 1")
    assert machine.noxw("-s", "browser", "tests").returncode == 3


@pytest.mark.parametrize("lock", ["demo", "tests"])
def test_one_line_puts_the_commands_on_the_path_whatever_the_name_of_the_folder(machine, lock) -> None:
    odd = Machine(
        machine.root.rename(machine.root.parent / 'a $HOME "quoted" `id` \\ folder'), machine.programs
    )
    arguments = ["--path"] if lock == "demo" else ["--path", lock]
    programs = odd.root / ".nox" / lock / "bin"
    programs.mkdir(parents=True)
    (programs.parent / "made-from").touch()
    done = odd.noxw(*arguments)
    assert (done.returncode, done.stderr, done.stdout.count("\n")) == (0, "", 1)
    assert done.stdout.startswith('export PATH="')
    script = 'eval "$("$0" "$@")" && echo "$PATH"'
    command = ["/bin/sh", "-c", script, str(odd.root / "noxw"), *arguments]
    shell = run(command, env={"PATH": str(odd.programs)}, check=True)
    assert shell.stdout == f"{programs}:{odd.programs}\n"


def test_the_environment_of_the_path_is_made_first_and_only_the_line_is_on_standard_output(machine) -> None:
    done = machine.noxw("--path")
    assert done.stdout == f'export PATH="{machine.root}/.nox/demo/bin:$PATH"\n'
    assert done.stderr == f"[-m][nox][-f][{machine.root}/noxfile.py][-s][environments][--][demo]"


@pytest.fixture
def bare(machine: Machine) -> Machine:
    """A machine without an environment; its ``venv`` makes one; its pip installs nothing."""
    made = next((machine.root / ".nox").iterdir())
    made = made.rename(machine.root.parent / "made") / "bin" / "python"
    copy = f'mkdir -p "$4/bin" && /bin/cp "{made}" "$4/bin/python"'
    machine.add("python3", f'if [ "$2" = venv ]; then {copy}; else exec "{sys.executable}" "$@"; fi')
    return machine


def environments(machine: Machine) -> list[str]:
    return sorted(file.name for file in (machine.root / ".nox").iterdir())


def test_a_python_without_venv_is_reported_with_the_package_to_install(bare: Machine) -> None:
    bare.add("python3", f'case "$2" in *ensurepip*) exit 1 ;; esac; exec "{sys.executable}" "$@"')
    bare.add("apt-get", "exit 1")
    done = bare.noxw("--list")
    assert done.returncode == 3
    package = f"python{sys.version_info[0]}.{sys.version_info[1]}-venv"
    assert done.stderr.endswith(f"noxw: fix: sudo apt-get install -y {package}\n")


def test_the_environment_is_made_once_per_lock(bare: Machine) -> None:
    first, second = bare.noxw("--list"), bare.noxw("--list")
    (name,) = environments(bare)
    assert first.stderr == f"noxw: making {bare.root}/.nox/{name} (once)\n"
    assert (second.returncode, second.stderr) == (0, "")
    (bare.root / "locks" / "nox.txt").write_text("")
    assert bare.noxw("--list").returncode == 0
    assert len(environments(bare)) == 2


def test_an_environment_that_another_run_makes_meanwhile_is_kept(bare: Machine) -> None:
    bare.noxw("--list")
    python = next((bare.root / ".nox").glob("*/bin/python"))
    other = python.rename(bare.root / "other")
    made = f'/bin/cp "{other}" "{python}" && /bin/echo "# the other run\'s" >> "{python}"'
    venv = f'/bin/mkdir -p "$4/bin" && /bin/cp "{other}" "$4/bin/python"'
    checks = f'*ensurepip*) {made} ;; venv) {venv} ;; *) exec "{sys.executable}" "$@" ;;'
    bare.add("python3", f'case "$2" in {checks} esac')
    assert bare.noxw("--list").returncode == 0
    assert python.read_text().endswith("# the other run's\n")
    assert len(environments(bare)) == 1


def test_a_damaged_environment_is_made_again(bare: Machine) -> None:
    bare.noxw("--list")
    (python,) = (bare.root / ".nox").glob("*/bin/python")
    python.unlink()
    (python.parent / "pip").touch()
    assert bare.noxw("--list").returncode == 0
    assert [file.name for file in python.parent.iterdir()] == ["python"]
    python.unlink()
    python.symlink_to("/no such/python")
    assert bare.noxw("--list").returncode == 0
    assert python.is_file()


def test_a_failure_half_way_leaves_nothing_behind(bare: Machine) -> None:
    bare.add(
        "python3",
        f'if [ "$2" = venv ]; then mkdir -p "$4/bin"; exit 1; else exec "{sys.executable}" "$@"; fi',
    )
    assert bare.noxw("--list").returncode == 1
    assert environments(bare) == []
