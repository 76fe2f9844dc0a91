def f(größe): return größe * π
π = 3
