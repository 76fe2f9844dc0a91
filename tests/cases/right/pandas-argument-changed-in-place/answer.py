def f(df):
    df["double"] = df["n"] * 2
    df.drop(columns="n", inplace=True)
