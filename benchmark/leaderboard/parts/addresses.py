"""Source paths of generated pages, and the ids of tables and parts of pages in addresses.

Only paths that several kinds of page link to are here; other pages have theirs in ``PAGE`` of their module.
"""

import re
from collections.abc import Sequence
from functools import cache
from urllib.parse import urlencode

from benchmark.analysis.groups import GroupKey
from benchmark.core.digest import sha256_hex
from benchmark.core.names import without_effort
from benchmark.suites import suite_of

DATASETS = "dataset/index.md"
MODELS = "model/index.md"
CHANGES = "changes/index.md"
COMPARE = "compare/index.md"
FRONTIER_PAGE = "frontier/index.md"
_ADDRESS_SAFE = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._-]{0,78}[A-Za-z0-9_-])?")
_DIGEST_DIGITS = 10
_COMPARED = "abcd"  #: names of the compared models in addresses, as compare.js reads them


def model_page(slug: str) -> str:
    """Source path of the page of a model with all its efforts; no slug can replace the list of models."""
    return f"model/{without_effort(slug)}/index.md"


def asof_page(date: str) -> str:
    """Source path of the leaderboard at the end of a day, such as ``2026-01-31``."""
    return f"asof/{date}/index.md"


def task_list_page(slug: str, anchor: str, number: int) -> str:
    """Source path of a list of tasks that does not fit on the model's page, in the section ``anchor``."""
    return f"model/{without_effort(slug)}/{anchor}/{number}/index.md"


def suite_page(suite: str) -> str:
    """Source path of the page with a suite's tables."""
    return f"suite/{suite}/index.md"


def table_page(key: GroupKey) -> str:
    """Source path of the page of a table that does not fit on its suite's page."""
    return f"suite/{key.suite}/{table_id(key)}/index.md"


def table_id(key: GroupKey) -> str:
    """Return a table's id in addresses; it stays the same when rows are added."""
    words = (key.dataset, key.setting, key.protocol, key.prompt)
    readable = "-".join(re.sub(r"[^a-z0-9]+", "-", word.lower()).strip("-")[:24] for word in words if word)
    return f"{readable}-{sha256_hex(repr(key).encode())[:8]}"


def compare_query(key: GroupKey, slugs: Sequence[str]) -> str:
    """Return what follows :data:`COMPARE` in the address of a comparison of two to four models of a table.

    Without JavaScript, the page shows its usual pair and says so.

    Raises:
        ValueError: for fewer than two or more than four models.
    """
    if len(slugs) not in range(2, len(_COMPARED) + 1):
        raise ValueError(f"two to four models can be compared, got {len(slugs)}")
    return "?" + urlencode({"table": table_id(key), **dict(zip(_COMPARED, slugs, strict=False))})


def dataset_page(suite: str, dataset: str) -> str:
    """Source path of a data set's page, such as ``dataset/humaneval-v/open/index.md``."""
    return f"dataset/{address_part(suite)}/{address_part(dataset)}/index.md"


def families_page(suite: str, dataset: str) -> str:
    """Source path of the design notes of a data set's families."""
    return f"dataset/{address_part(suite)}/{address_part(dataset)}/families/index.md"


def task_page(suite: str, dataset: str, stem: str) -> str:
    """Source path of the page of a stem's tasks, such as ``task/humaneval-v/open/beetle-walk/index.md``.

    Data sets with the same pictures share the pages of one of them.
    """
    return f"{task_folder(suite, first_of_same(suite, dataset))}{address_part(stem)}/index.md"


def task_folder(suite: str, dataset: str) -> str:
    """Folder of the task pages of a data set, if it has its own: ``task/humaneval-v/open/``."""
    return f"task/{address_part(suite)}/{address_part(dataset)}/"


@cache
def first_of_same(suite: str, dataset: str) -> str:
    """Return the data set whose task pages show the tasks of this one."""
    return suite_of(suite).data.shown_with.get(dataset, dataset)


def task_link(suite: str, dataset: str, stem: str) -> str:
    """Source path of the page of a stem's tasks, with ``#`` and the id of the data set's part of it."""
    part = part_anchor(suite, dataset)
    return task_page(suite, dataset, stem) + (f"#{part}" if part else "")


def part_anchor(suite: str, dataset: str) -> str:
    """Return the id of the part of a task page with this data set; empty for the first on its pages."""
    return "" if first_of_same(suite, dataset) == dataset else address_part(dataset)


def address_part(name: str) -> str:
    """Return a name as a part of an address: unchanged if that is safe, else its safe part and a digest."""
    if _ADDRESS_SAFE.fullmatch(name):
        return name
    plain = re.sub(r"[^A-Za-z0-9]+", "-", name)[:40].strip("-")
    return f"{plain}-{sha256_hex(name.encode('utf-8', 'surrogatepass'))[:_DIGEST_DIGITS]}".lstrip("-")
