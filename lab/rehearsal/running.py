"""What both rehearsals need to run: a folder of their own, our commands, and checks that end them."""

import argparse
import shutil
import subprocess
from collections.abc import Collection, Mapping
from pathlib import Path

from world import ROOT

#: The environment that can judge all tasks; the one of the rehearsal itself lacks what draws figures.
_PROGRAMS = ROOT / ".nox" / "tests" / "bin"


def check(holds: bool, problem: str) -> None:
    """End the rehearsal with a message unless a condition holds."""
    if not holds:
        raise SystemExit(f"rehearsal failed: {problem}")


def read_options(description: str | None, name: str, parts: Collection[str] = ()) -> argparse.Namespace:
    """Return the options ``folder``, by default ``build/NAME``, and ``part``, None for all."""
    parser = argparse.ArgumentParser(description=description)
    words = "folder for all files; an earlier one is replaced"
    parser.add_argument(
        "--folder", type=lambda text: Path(text).resolve(), default=ROOT / "build" / name, help=words
    )
    if parts:
        parser.add_argument("--part", choices=parts, help="run only this part")
    return parser.parse_args()


def empty_folder(folder: Path) -> Path:
    """Make the folder of a rehearsal. That of an earlier rehearsal is replaced; any other one is refused."""
    if folder.exists():
        problem = f"{folder} was not made by a rehearsal; name another folder, or remove it yourself"
        check((folder / "rehearsal").is_file(), problem)
        shutil.rmtree(folder)
    folder.mkdir(parents=True)
    (folder / "rehearsal").touch()
    return folder


def sightbench(
    *arguments: object,
    cwd: Path | None = None,
    variables: Mapping[str, str] | None = None,
    codes: Collection[int] = (0,),
) -> str:
    """Run one of our commands, and return its output; end the rehearsal if it exits with another code."""
    command = [str(_PROGRAMS / "sightbench"), *map(str, arguments)]
    done = subprocess.run(
        command,
        cwd=cwd,
        env=None if variables is None else dict(variables),
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    check(done.returncode in codes, f"{' '.join(command)}: {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout + done.stderr
