"""The open data sets that families make."""

from benchmark.authoring.collection import Collection
from benchmark.suites.humaneval_v.open import OPEN as HUMANEVAL_V_OPEN

#: Every collection by the suite that it belongs to.
OPEN_COLLECTIONS: dict[str, Collection] = {one.suite: one for one in (HUMANEVAL_V_OPEN,)}
