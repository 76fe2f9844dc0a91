"""Reads a stated subset of TikZ and pgfplots as a scene, on the host: text in, plain values out.

Start with :mod:`.answer`. The prompts of MathOPEval list the subset. Everything else is refused by name.
Steps and characters are limited, so that hostile texts end early. Nothing of a text runs.
"""
