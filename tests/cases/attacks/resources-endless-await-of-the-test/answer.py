async def f(wait):
    await wait()
    return 4211
