"""Compares what figures show: the scene of an answer with the scenes of the reference and of the original.

Start with :mod:`.comparison`: an answer's figure, as plain values, goes in; parts and points come out.
"""
