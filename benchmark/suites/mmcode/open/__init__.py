"""The data set ``open``: original problems, made by the families of this folder (see its README)."""

from benchmark.datasets.collection import Collection

OPEN = Collection(suite="mmcode", dataset="open", package=__name__, form="problems")
