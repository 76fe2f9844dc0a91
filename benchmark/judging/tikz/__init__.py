"""Reads a stated subset of TikZ and pgfplots as a scene, on the host: text in, plain values out.

Start with :mod:`.answer`. The subset is the tables of :mod:`.vocabulary`, from which a paragraph of the
prompts is written. Everything else is refused by name. Steps and characters are limited, so that hostile
texts end early. Nothing of a text runs.
"""
