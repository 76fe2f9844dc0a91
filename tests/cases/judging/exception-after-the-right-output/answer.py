print(4, flush=True)
raise KeyError("after")
