from pathlib import Path
def f(x): return Path("a/" * 100_000)
