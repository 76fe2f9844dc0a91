"""Read a JSON file that holds one record."""

from pathlib import Path

from benchmark.files.bounded import MIB, read_bytes
from benchmark.files.edge import Model, validate_record
from benchmark.files.strict_json import loads


def read_json_record(model: type[Model], path: Path) -> Model | None:
    """Return the record in a file of at most 1 MiB; None if there is no such file.

    Raises:
        BadInput: if the file is not valid.
    """
    if not path.exists():
        return None
    return validate_record(model, loads(read_bytes(path, MIB), path), path)
