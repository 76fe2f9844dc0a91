"""Official data sets: downloaded from their authors, pinned by digest, and stored on this machine.

We may not ship them, so ``datasets.lock`` records the source and the digest of each.
"""
