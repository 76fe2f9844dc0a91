import pandas as pd
def f(df): return df.groupby("team", as_index=False)["points"].sum().sort_values("points", ascending=False)
