"""Reads the attacks of ``tests/cases/attacks`` for other judges, and fills in the canaries."""

import ast
import dataclasses
import json
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmark.core.task import FunctionCheck, Task
from benchmark.files.tasks import read_tasks

FOLDER = Path(__file__).parents[2] / "tests" / "cases" / "attacks"
#: The environment variable that holds the secret.
VARIABLE = "SIGHTBENCH_CANARY"
#: Categories that are left out: the first attacks our own protocol, the second would slow the machine down.
_LEFT_OUT = ("codec", "resources")
_REPEAT = re.compile(r"@REPEAT (\d+) ([^@]*)@")


@dataclass(frozen=True)
class Canaries:
    """A file, a folder, a server and a variable that an answer must neither read nor touch.

    Args:
        folder: the folder with the file to read and the folder to write to.
        secret: the content of the file and of the variable.
        name: the name of the server's abstract socket.
        port: the port of the server.
    """

    folder: Path
    secret: str = field(default_factory=lambda: f"canary-{secrets.token_hex(16)}")
    name: str = field(default_factory=lambda: f"sightbench-{secrets.token_hex(8)}")
    port: int = 0

    def fill_in(self, text: str) -> str:
        """Replace the placeholders in a case's text."""
        values = {
            "SECRET": self.secret,
            "FILE": f"{self.folder}/file",
            "FOLDER": f"{self.folder}/folder",
            "PORT": str(self.port),
            "SOCKET": self.name,
            "VARIABLE": VARIABLE,
        }
        for name, value in values.items():
            text = text.replace(f"@{name}@", value)
        return _REPEAT.sub(lambda match: match[2].replace("~", "\n").replace("^", "@") * int(match[1]), text)

    def lay_out(self, folder: Path) -> None:
        """Create the file to read and the folder to write to below ``folder``."""
        folder.mkdir()
        folder.chmod(0o755)
        (folder / "file").write_text(self.secret)
        (folder / "folder").mkdir()
        (folder / "folder").chmod(0o777)


@dataclass(frozen=True)
class Attack:
    """An attack on one task: the last program is judged, and a program before it may prepare the attack."""

    name: str
    task: Task
    programs: tuple[str, ...]

    @property
    def category(self) -> str:
        """The kind of attack."""
        return self.name.partition("-")[0]

    def rows(self) -> list[dict[str, object]]:
        """Return one row per program for ``inside/attack.py``; plain tests also as inputs and outputs."""
        check = self.task.check
        assert isinstance(check, FunctionCheck)  # noqa: S101 - read_attacks reads no other kind
        row: dict[str, object] = {"entry": self.task.entry_point, "test": "\n".join(check.tests) + "\n"}
        pairs = _inputs_and_outputs(check.tests, self.task.entry_point)
        if pairs is not None:
            row |= {"inputs": pairs[0], "outputs": pairs[1]}
        return [row | {"program": program} for program in self.programs]


def _inputs_and_outputs(tests: Sequence[str], entry: str) -> tuple[list[object], list[object]] | None:
    """Return arguments and results if all tests are like ``assert f(1) == 2`` with plain values, or None."""
    inputs: list[object] = []
    outputs: list[object] = []
    for statement in ast.parse("\n".join(tests)).body:
        match statement:
            case ast.Assert(
                test=ast.Compare(
                    left=ast.Call(func=ast.Name(id=name), args=args, keywords=[]),
                    ops=[ast.Eq()],
                    comparators=[expected],
                )
            ) if name == entry:
                try:
                    inputs.append([ast.literal_eval(argument) for argument in args])
                    outputs.append(ast.literal_eval(expected))
                except ValueError:
                    return None
            case _:
                return None
    try:
        json.dumps([inputs, outputs], allow_nan=False)
    except (TypeError, ValueError):
        return None
    return inputs, outputs


def read_attacks(canaries: Canaries) -> list[Attack]:
    """Read the attacks on function checks that are code, not completions, since peers do not extract code."""
    attacks = []
    for folder in sorted(FOLDER.iterdir()):
        (task,) = read_tasks(folder / "task.jsonl")
        files = [folder / name for name in ("first.py", "answer.py") if (folder / name).exists()]
        if folder.name.startswith(_LEFT_OUT) or not files or not isinstance(task.check, FunctionCheck):
            continue
        if task.starter_code:
            continue
        tests = tuple(map(canaries.fill_in, task.check.tests))
        task = dataclasses.replace(task, check=dataclasses.replace(task.check, tests=tests))
        programs = tuple(
            canaries.fill_in(file.read_bytes().decode("utf-8", "surrogatepass")) for file in files
        )
        attacks.append(Attack(folder.name, task, programs))
    return attacks
