"""Folders in the form of official.md, with samples that are made up."""

import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from PIL import Image

STATES = {"original": "red", "deleted": "green", "modified": "blue", "annotated": "white"}


def sample(number: int = 1, type_: str = "bar", **changed: Any) -> dict[str, Any]:
    """Return a sample with a question per operation, two of them on annotation."""
    name = f"{type_}-{number}"
    questions = [
        {
            "operation": operation,
            "pictures": pictures,
            "text": f"Which code of {name} is right?",
            "options": [f"plt.bar([{option}], [{number}])" for option in range(4)],
            "answer": "ABCD"[(number + place) % 4],
        }
        for place, (operation, pictures) in enumerate(
            [("generate", ["original"]), ("delete", ["original", "deleted"]),
             ("modify", ["original", "modified"]), ("annotate", ["original"])]
        )
    ]  # fmt: skip
    value = {"operation": "annotate", "asks": "backward", "pictures": ["original"], "text": "Which value?"}
    return {
        "id": name,
        "type": type_,
        "domain": "rainfall" if number % 2 else "traffic",
        "states": {
            state: {
                "code": f"import matplotlib.pyplot as plt\nplt.bar([1], [{place + number}])\n",
                "picture": f"pictures/{state}.png",
            }
            for place, state in enumerate(STATES)
        },
        "instructions": {name: f"Do {name}." for name in ("generate", "delete", "modify", "annotate")},
        "questions": [*questions, {**value, "options": ["1", "2", "3", "4"], "answer": "D"}],
        **changed,
    }


def folder(path: Path, samples: Sequence[dict[str, Any]], kind: str = "PNG", mode: str = "RGB") -> Path:
    """Write a folder of samples that share their pictures."""
    (path / "pictures").mkdir(parents=True, exist_ok=True)
    for state, colour in STATES.items():
        out = io.BytesIO()
        Image.new(mode, (8, 6), colour).save(out, kind)
        (path / "pictures" / f"{state}.png").write_bytes(out.getvalue())
    lines = (json.dumps(record) + "\n" for record in samples)
    (path / "samples.jsonl").write_text("".join(lines), encoding="utf-8")
    return path
