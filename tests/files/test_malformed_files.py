"""For any bytes, a reader returns or refuses them with a printable message; tests/cases has expected ones."""

import gzip
import random
import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from benchmark.core.errors import BadInput, ManyBadInputs
from benchmark.files.predictions import read_predictions
from benchmark.files.strict_yaml import read_yaml
from benchmark.files.tasks import read_tasks
from benchmark.files.verdicts import read_verdicts
from benchmark.results.bill import read_bill
from tests.bills import BILLS, TODAY

CASES = Path(__file__).resolve().parent.parent / "cases"
READERS: dict[str, Callable[[Path], Sequence[object]]] = {
    "predictions": read_predictions,
    "tasks": read_tasks,
}
FOLDERS = [folder for kind in READERS for folder in sorted((CASES / kind).iterdir())]


@pytest.mark.parametrize("case", FOLDERS, ids=lambda folder: f"{folder.parent.name}-{folder.name}")
def test_a_file_is_read_or_refused_with_the_expected_message(case: Path) -> None:
    expected = tomllib.loads((case / "expected.toml").read_text(encoding="utf-8"))
    [file] = [path for path in case.iterdir() if path.name != "expected.toml"]
    read = READERS[case.parent.name]
    if expected["exit"] == 0:
        assert len(read(file)) == expected["finds"]
        return
    with pytest.raises(BadInput) as caught:
        read(file)
    message = caught.value.render()
    assert caught.value.exit_code == expected["exit"]
    assert message.startswith(f"error: {file}: ")
    assert all(text in message for text in expected["says"]), message
    assert all(line.isprintable() for line in message.split("\n"))
    if "problems" in expected:
        assert isinstance(caught.value, ManyBadInputs)
        assert len(caught.value.problems) == expected["problems"]


SOUND: dict[str, tuple[Callable[[Path], object], bytes]] = {
    "upstream": (
        read_predictions,
        '[{"qid": "q1", "prompt": "é\\n", "predictions": ["a \\ud800", "b"]}]'.encode(),
    ),
    "lines": (
        read_predictions,
        b'{"task_id":"a","draw":0,"completion":"x","cost_usd":1.5,"parameters":{"t":[1]}}\n',
    ),
    "tasks": (
        read_tasks,
        (
            b'{"id":"a","prompt":"![image](1.png)","images":["b.png"],"entry_point":"S().f",'
            b'"check":{"kind":"function","tests":["assert f(1)==1"]},"limits":{"seconds":2}}\n'
        ),
    ),
    "verdicts": (read_verdicts, b'{"task_id":"a","draw":0,"status":"passed","cpu_seconds":0.1}\n'),
    **{name: (lambda path: read_bill(path, TODAY), text.encode()) for name, text in BILLS.items()},
    "yaml": (read_yaml, "a: b\nc: {d: 1, e: [x, 'y']}\nf:\n  - 2025-01-01 # é\ng: |\n  text\n".encode()),
}
TOKENS = [
    *rb'"`\`{`}`[`]`:`,`|`null`true`1e999`-1`NaN`\ud800`\u001b[2J`\u202e`\U00110000'.split(b"`"),
    *b"&a `*a`!!int `<<: `? `- `#`>`010`NO`lambda:`..`\n---\n`%YAML 1.1\n`\0`\x1b[31m`\r`\t`\xff".split(b"`"),
    *(b"\xed\xa0\x80", b"9" * 5000, b"[" * 90, "\u2028".encode()),
]


@pytest.mark.parametrize("name", SOUND)
def test_a_mutated_file_is_read_or_raises_bad_input(tmp_path: Path, name: str) -> None:
    read, sound = SOUND[name]
    rng = random.Random(name)  # noqa: S311 - seeded on purpose
    path = tmp_path / "file"
    messages: list[str] = []
    for _ in range(150):
        data = bytearray(sound)
        for _ in range(rng.choice([1, 1, 2, 5])):
            at = rng.randrange(len(data) + 1)
            data[at : at + rng.choice([0, 0, 1, 4])] = rng.choice(
                [rng.choice(TOKENS), b"", bytes([rng.randrange(256)])]
            )
        path.write_bytes(gzip.compress(data)[: rng.choice([None, None, -3])] if rng.random() < 0.1 else data)
        try:
            read(path)
        except BadInput as error:
            messages.append(error.render())
    assert len(messages) > 30
    assert [message for message in messages if not message.replace("\n", "").isprintable()] == []
