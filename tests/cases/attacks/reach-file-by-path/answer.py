from pathlib import Path
def f(x): return Path("@FILE@")
