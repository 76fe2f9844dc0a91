"""Runs ``pylint -E`` on each text in a new process, and prints 1 for a text that parses, 0 for another."""

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path


def parses(number: int, text: str) -> str:
    """Return 1 if pylint finds no error, apart from functions that are defined twice, and 0 otherwise."""
    file = Path("/tmp", str(number), "answer.py")  # noqa: S108 - inside bubblewrap
    file.parent.mkdir()
    file.write_text(text)
    command = [sys.executable, "-s", "-m", "pylint", "-E", "--disable=E0102", file.name]
    done = subprocess.run(command, cwd=file.parent, capture_output=True, check=False)
    if done.returncode == 0 or b": E" in done.stdout:
        return str(int(done.returncode == 0))
    raise SystemExit(f"pylint fails: {done.stderr.decode(errors='replace')[-500:]}")


if __name__ == "__main__":
    texts = [json.loads(line) for line in Path(sys.argv[1]).read_text().splitlines()]
    with ThreadPoolExecutor(int(sys.argv[2])) as pool:
        print("".join(pool.map(parses, range(len(texts)), texts)))
