"""Where generated pages stand, as source paths, and what names a table or a part of a page in addresses.

Pages with one place each say it themselves (``PAGE`` of their module); here is what several kinds link to.
"""

import re

from benchmark.analysis.groups import GroupKey
from benchmark.core.digest import sha256_hex

DATASETS = "dataset/index.md"
MODELS = "model/index.md"
_ADDRESS_SAFE = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._-]{0,78}[A-Za-z0-9_-])?")
_DIGEST_DIGITS = 10


def model_page(slug: str) -> str:
    """Source path of a model's page; its own folder, so that no slug can be an index."""
    return f"model/{slug}/index.md"


def task_list_page(slug: str, anchor: str, number: int) -> str:
    """Source path of a list of tasks that a model's page has no room for; ``anchor`` is of its section."""
    return f"model/{slug}/{anchor}/{number}/index.md"


def suite_page(suite: str) -> str:
    """Source path of the page of a suite's tables."""
    return f"suite/{suite}/index.md"


def table_page(key: GroupKey) -> str:
    """Source path of a table that its suite's page has no room for."""
    return f"suite/{key.suite}/{table_id(key)}/index.md"


def table_id(key: GroupKey) -> str:
    """Names a table in addresses, whatever rows come later."""
    words = (key.dataset, key.setting, key.protocol, key.prompt)
    named = "-".join(re.sub(r"[^a-z0-9]+", "-", word.lower()).strip("-")[:24] for word in words if word)
    return f"{named}-{sha256_hex(repr(key).encode())[:8]}"


def dataset_page(suite: str, dataset: str) -> str:
    """Source path of a data set's page, such as ``dataset/humaneval-v/open/index.md``."""
    return f"dataset/{address_part(suite)}/{address_part(dataset)}/index.md"


def families_page(suite: str, dataset: str) -> str:
    """Source path of the design notes of a data set's families."""
    return f"dataset/{address_part(suite)}/{address_part(dataset)}/families/index.md"


def task_page(suite: str, dataset: str, stem: str) -> str:
    """Source path of the page of a stem's tasks, such as ``task/humaneval-v/open/beetle-walk/index.md``."""
    return f"task/{address_part(suite)}/{address_part(dataset)}/{address_part(stem)}/index.md"


def address_part(name: str) -> str:
    """A name as a part of an address: itself where it is plain, else what is plain of it, and a digest."""
    if _ADDRESS_SAFE.fullmatch(name):
        return name
    plain = re.sub(r"[^A-Za-z0-9]+", "-", name)[:40].strip("-")
    return f"{plain}-{sha256_hex(name.encode('utf-8', 'surrogatepass'))[:_DIGEST_DIGITS]}".lstrip("-")
