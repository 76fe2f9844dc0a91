async def f(x):
    while True: yield x
