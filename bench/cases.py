"""The attacks of ``tests/cases/attacks`` as other judges can be told them, with canaries armed."""

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

FOLDER = Path(__file__).parents[1] / "tests" / "cases" / "attacks"
#: The environment variable that holds the secret.
VARIABLE = "SIGHTBENCH_CANARY"
#: The first aim at our own protocol and say nothing of others; the second would slow the machine down.
_LEFT_OUT = ("codec", "resources")
_REPEAT = re.compile(r"@REPEAT (\d+) ([^@]*)@")


@dataclass(frozen=True)
class Canaries:
    """Things that an answer must neither read nor touch.

    Args:
        folder: holds the file and the folder to write to.
    """

    folder: Path
    secret: str = field(default_factory=lambda: f"canary-{secrets.token_hex(16)}")
    name: str = field(default_factory=lambda: f"sightbench-{secrets.token_hex(8)}")
    port: int = 0  #: of the server

    def armed(self, text: str) -> str:
        """A case's text with the canaries' names in their places."""
        places = {
            "SECRET": self.secret,
            "FILE": f"{self.folder}/file",
            "FOLDER": f"{self.folder}/folder",
            "PORT": str(self.port),
            "SOCKET": self.name,
            "VARIABLE": VARIABLE,
        }
        for name, value in places.items():
            text = text.replace(f"@{name}@", value)
        return _REPEAT.sub(lambda found: found[2].replace("~", "\n").replace("^", "@") * int(found[1]), text)

    def lay_out(self, folder: Path) -> None:
        """Make the file and the folder to write to below ``folder``."""
        folder.mkdir()
        folder.chmod(0o755)
        (folder / "file").write_text(self.secret)
        (folder / "folder").mkdir()
        (folder / "folder").chmod(0o777)


@dataclass(frozen=True)
class Attack:
    """Programs against one task: the last is judged, one before it may prepare."""

    name: str
    task: Task
    programs: tuple[str, ...]

    @property
    def category(self) -> str:
        """The kind of attack."""
        return self.name.partition("-")[0]

    def rows(self) -> list[dict[str, object]]:
        """What ``inside/attack.py`` reads; inputs and outputs only where the tests say no more."""
        check = self.task.check
        assert isinstance(check, FunctionCheck)  # noqa: S101 - no other is read
        row: dict[str, object] = {"entry": self.task.entry_point, "test": "\n".join(check.tests) + "\n"}
        said = _inputs_and_outputs(check.tests, self.task.entry_point)
        if said is not None:
            row |= {"inputs": said[0], "outputs": said[1]}
        return [row | {"program": program} for program in self.programs]


def _inputs_and_outputs(tests: Sequence[str], entry: str) -> tuple[list[object], list[object]] | None:
    """Arguments and results, where tests are nothing but ``assert f(1) == 2`` with plain values."""
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
                    inputs.append([ast.literal_eval(one) for one in args])
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


def read(canaries: Canaries) -> list[Attack]:
    """All attacks on function checks that come as code; extraction is no part of the peers."""
    found = []
    for folder in sorted(FOLDER.iterdir()):
        (task,) = read_tasks(folder / "task.jsonl")
        files = [folder / name for name in ("first.py", "answer.py") if (folder / name).exists()]
        if folder.name.startswith(_LEFT_OUT) or not files or not isinstance(task.check, FunctionCheck):
            continue
        if task.starter_code:
            continue
        tests = tuple(map(canaries.armed, task.check.tests))
        armed = dataclasses.replace(task, check=dataclasses.replace(task.check, tests=tests))
        programs = tuple(canaries.armed(file.read_bytes().decode("utf-8", "surrogatepass")) for file in files)
        found.append(Attack(folder.name, armed, programs))
    return found
