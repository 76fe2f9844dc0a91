def f(x):
    raise SystemExit(3)
