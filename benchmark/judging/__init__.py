"""Judges answers: an answer and a check become a verdict. The guest computes, the host decides."""

#: Version of the judge. Every change that can alter a verdict raises it.
# Here and not in :mod:`.judge`, since who only names it in a row need not load the judge.
JUDGE_VERSION = 4
