"""What makes the open data sets: one package per suite, with its families."""

from workshop.family_collection import FamilyCollection
from workshop.suites.code_vision import OPEN as CODE_VISION_OPEN
from workshop.suites.humaneval_v import OPEN as HUMANEVAL_V_OPEN
from workshop.suites.mmcode import OPEN as MMCODE_OPEN

#: Suite → its open data set with families. MathOPEval has one generator instead.
COLLECTIONS: dict[str, FamilyCollection] = {
    collection.suite: collection for collection in (HUMANEVAL_V_OPEN, CODE_VISION_OPEN, MMCODE_OPEN)
}
