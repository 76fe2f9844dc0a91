def f(x): return {"pear", "apple", "fig", "plum", "lime", "kiwi", "date", "nut", "rye", "oat"}
