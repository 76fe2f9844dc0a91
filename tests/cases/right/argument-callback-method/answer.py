def f(call):
    for n in range(3): call(n)
