"""The open data sets that are made from families."""

from benchmark.datasets.collection import Collection
from benchmark.suites.code_vision.open import OPEN as CODE_VISION_OPEN
from benchmark.suites.humaneval_v.open import OPEN as HUMANEVAL_V_OPEN
from benchmark.suites.mmcode.open import OPEN as MMCODE_OPEN

#: Suite → its collection of families.
OPEN_COLLECTIONS: dict[str, Collection] = {
    collection.suite: collection for collection in (HUMANEVAL_V_OPEN, CODE_VISION_OPEN, MMCODE_OPEN)
}
