"""Where the pages of data sets and of their tasks stand, whatever their names hold."""

import re

from benchmark.core.digest import sha256_hex

DATASETS = "dataset/index.md"
_PLAIN = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._-]{0,78}[A-Za-z0-9_-])?")
_DIGITS = 10


def dataset_page(suite: str, dataset: str) -> str:
    """Source path of a data set's page, such as ``dataset/humaneval-v/open/index.md``."""
    return f"dataset/{part(suite)}/{part(dataset)}/index.md"


def families_page(suite: str, dataset: str) -> str:
    """Source path of the design notes of a data set's families."""
    return f"dataset/{part(suite)}/{part(dataset)}/families/index.md"


def task_page(suite: str, dataset: str, stem: str) -> str:
    """Source path of the page of a stem's tasks, such as ``task/humaneval-v/open/beetle-walk/index.md``."""
    return f"task/{part(suite)}/{part(dataset)}/{part(stem)}/index.md"


def part(name: str) -> str:
    """A name as a part of an address: itself where it is plain, else what is plain of it, and a digest."""
    if _PLAIN.fullmatch(name):
        return name
    plain = re.sub(r"[^A-Za-z0-9]+", "-", name)[:40].strip("-")
    return f"{plain}-{sha256_hex(name.encode('utf-8', 'surrogatepass'))[:_DIGITS]}".lstrip("-")
