"""The data set ``open``: original tasks, made by the families of this folder (see its README)."""

from benchmark.datasets.collection import Collection

OPEN = Collection(suite="humaneval-v", dataset="open", package=__name__)
