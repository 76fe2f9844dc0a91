"""A data set of MMCode's size is imported with less than 1 GiB of memory."""

import base64
import gzip
import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from benchmark.datasets.lock import DatasetsLock, Pin, write_lock
from tests.case_files import read_text

from .records import problem

PROBLEMS, PICTURES, TEST = 3548, 6620, 263
GIB = 1024  #: MiB

IMPORT = read_text("programs/import_official_set.py")


def write_problems(path: Path) -> None:
    """Write 400 MB of records: some tests are long texts, some are numbers of thousands of digits."""
    pictures = []
    for number in range(40):
        noise = Image.effect_noise((50, 40), 80)
        out = io.BytesIO()
        noise.resize((300 + number, 260)).quantize(32).save(out, "PNG")
        pictures.append(base64.b64encode(out.getvalue()).decode("ascii"))
    with gzip.open(path, "wt", compresslevel=1) as file:
        for number in range(PROBLEMS):
            count = 2 if number < PICTURES - PROBLEMS else 1
            record = problem(
                number,
                question="Some words of a statement. " * 80 + "![image](1.png)" * count,
                images=[pictures[number % 40], pictures[number // 40 % 40]][:count],
                image_tags=["Tree"] * count,
                input_output=input_output(number),
                data_split="test" if number < TEST else "extra",
                raw_problem="<p>Some words</p>" * 500,
            )
            file.write(json.dumps(record) + "\n")


def input_output(number: int) -> str:
    if number % 50 == 7:
        long = "9" * 20_000
        return f'{{"fn_name": "f", "inputs": [[{long}]], "outputs": [{long}]}}'
    text = "17 4 " * (1_500_000 if number == 100 else 4_000_000 if number == 200 else 2000)
    return json.dumps({"inputs": [text] * (1 + number % 9), "outputs": ["1"] * (1 + number % 9)})


@pytest.mark.weekly
def test_the_import_takes_less_than_a_gibibyte(tmp_path: Path) -> None:
    write_problems(tmp_path / "mmcode_full.jsonl.gz")
    pins = {
        name: Pin(repository="a/b", revision="c" * 40, rows=rows, content="", note="not fetched yet")
        for name, rows in (("official-all", PROBLEMS), ("official", TEST))
    }
    write_lock(tmp_path / "lock", DatasetsLock({"mmcode": pins}))
    done = subprocess.run(
        [sys.executable, "-c", IMPORT, "lock", "mmcode_full.jsonl.gz"],
        cwd=tmp_path,
        env={**os.environ, "SIGHTBENCH_DATASETS": str(tmp_path / "home")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["tasks"] == PROBLEMS - 1
    assert list(found["left_out"]) == ["made_200"]
    assert "longer than 16 MiB" in found["left_out"]["made_200"]
    assert any("6,620 pictures" in line for line in found["said"])
    assert found["peak"] < GIB
    print(f"peak: {found['peak']:.0f} MiB")
