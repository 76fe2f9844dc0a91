def f():
    n = 0
    while True:
        yield n
        n += 1
