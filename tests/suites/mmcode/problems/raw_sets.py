"""Raw problems of our own, and files of them."""

import base64
import gzip
import io
import json
from collections.abc import Iterable
from pathlib import Path

from PIL import Image

Raw = dict[str, object]


def png(color: str = "red", size: tuple[int, int] = (3, 2)) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", size, color).save(out, "PNG")
    return out.getvalue()


def data_url(color: str = "red") -> str:
    return f"data:image/png;base64,{base64.b64encode(png(color)).decode()}"


def raw(number: int = 1, **changes: object) -> Raw:
    """Return a raw problem with a picture and two tests; ``...`` removes a field."""
    words = " ".join(f"Walker {number * 7919 + word * 31} adds lamp {number + word}." for word in range(30))
    record: Raw = {
        "problem_id": f"cf_{number}_A",
        "url": f"https://codeforces.com/contest/{number}/problem/A",
        "name": f"Lamps {number}",
        "source": "codeforces",
        "question": f"Lamps {number}\n\n{words}\n\n![image](1.png)\n\nPrint the sum.",
        "images": [data_url()],
        "input_output": json.dumps({"inputs": ["1 2\n", "3 4"], "outputs": ["3\n", "7\n"]}),
        "time_limit": "1 second",
        "memory_limit": "256 megabytes",
        "difficulty": "EASY",
    }
    return {key: value for key, value in (record | changes).items() if value is not ...}


def lines(path: Path, records: Iterable[Raw]) -> Path:
    data = "".join(json.dumps(record) + "\n" for record in records).encode()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(data) if path.suffix == ".gz" else data)
    return path


def folder(root: Path, record: Raw, pictures: Iterable[bytes]) -> Path:
    """Write a problem as upstream does."""
    home = root / str(record["problem_id"])
    (home / "images").mkdir(parents=True)
    for number, picture in enumerate(pictures, 1):
        (home / "images" / f"{number}.png").write_bytes(picture)
    inner = {key: value for key, value in record.items() if key not in ("problem_id", "images")}
    (home / "data.json").write_text(json.dumps(inner))
    return home
