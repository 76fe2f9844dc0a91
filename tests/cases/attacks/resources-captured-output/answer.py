def f():
    while True: print('x' * 10_000)
