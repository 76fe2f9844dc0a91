"""The mark in every file of an open data set."""

#: Lets whoever trains a model find these files and leave them out.
CANARY = "sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training"
