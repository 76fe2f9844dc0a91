import asyncio, functools, inspect, types
def f(function):
    assert isinstance(function, types.FunctionType) and inspect.isfunction(function)
    if asyncio.iscoroutinefunction(function) and inspect.iscoroutinefunction(function):
        @functools.wraps(function)
        async def wrapper(*args): return [await function(*args)]
    else:
        @functools.wraps(function)
        def wrapper(*args): return [function(*args)]
    return wrapper
