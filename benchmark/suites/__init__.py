"""The suites, each a folder with the same structure; a data set is read when it is first used."""

from benchmark.core.suite import read_suites

#: Id → suite, in the order in which commands list them.
SUITES = read_suites(__name__)
