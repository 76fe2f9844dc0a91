import pandas as pd
def frame():
    return pd.DataFrame({"k": ["x", "y", "x"], "v": [1, 2, 3]})
def add_column(frame):
    frame["n"] = frame["v"] * 2
