"""Reads a stated subset of TikZ and pgfplots as a scene, on the host: text in, plain values out.

Start with :mod:`.answer`. The prompts of MathOPEval list the subset. Everything else is refused by name.
Steps and characters are limited, so that hostile texts end early. Nothing of a text runs. All that reads a
text raises the exceptions of :mod:`.limits`: ``Refused``, ``NotTikz`` or ``TooMuch``, each with its verdict.

Where the subset differs from TeX: a line to a node goes to its middle, not to its border; ``smooth`` only
adds samples to formulas, and is refused for listed points; a minus sign binds weaker than a power, so that
``-2^2`` is -4; colours have the names of xcolor in mixtures, and alone those of matplotlib, which the tasks
use.
"""
