"""Official data sets: fetched from where their authors publish them, pinned, and kept on this machine.

They cannot be shipped, so ``datasets.lock`` says where each lies and what its content is.
"""
