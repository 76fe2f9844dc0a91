"""Records in the form of MMCode's, from the shared data and made up."""

import base64
import gzip
import io
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from PIL import Image

Problem = dict[str, Any]


def png(colour: str = "red", mode: str = "RGB", kind: str = "PNG") -> bytes:
    out = io.BytesIO()
    Image.new(mode, (8, 6), colour).save(out, kind)
    return out.getvalue()


def problem(number: int = 1, **changes: object) -> Problem:
    """A small problem with one picture; of three, the first is in the test split."""
    return {
        "problem_id": f"made_{number}",
        "question": f"Problem {number}.\n\n![image](1.png)\nPrint the sum.",
        "images": [base64.b64encode(png()).decode("ascii")],
        "image_tags": ["2D Geometry"],
        "input_output": json.dumps({"inputs": ["1 2\n", "3 4"], "outputs": ["3\n", "7"]}),
        "starter_code": "",
        "data_split": "test" if number == 1 else "extra",
        "difficulty": "EASY",
        "url": f"https://example.org/{number}",
        "name": f"{number}",
        "source": "codeforces",
        "raw_problem": "<p>not read</p>",
        **changes,
    }


def shared_problem(folder: Path, name: str) -> Problem:
    """A real problem of the shared data, as a record: its pictures in base64, its tests as text."""
    record = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
    pictures = [base64.b64encode((folder / path).read_bytes()).decode("ascii") for path in record["images"]]
    return {**record, "images": pictures, "input_output": json.dumps(record["input_output"])}


def lines(problems: Iterable[Problem]) -> bytes:
    return gzip.compress("".join(json.dumps(each) + "\n" for each in problems).encode("utf-8"), mtime=0)


def folders(root: Path, problems: Iterable[Problem]) -> Path:
    """Write the authors' layout: a folder per problem with data.json, and pictures by number."""
    for each in problems:
        place = root / each["problem_id"]
        (place / "images").mkdir(parents=True)
        data = {name: value for name, value in each.items() if name not in ("images", "problem_id")}
        (place / "data.json").write_text(json.dumps(data), encoding="utf-8")
        for number, picture in enumerate(each["images"], 1):
            (place / "images" / f"{number}.png").write_bytes(base64.b64decode(picture))
    return root
