"""The open data sets of MathOPEval: tasks of both formats, worked examples, and their pictures."""

from pathlib import Path

FOLDER = Path(__file__).parent
