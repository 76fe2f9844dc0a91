import functools, inspect
def f(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        return function(*args, **kwargs)
    wrapper.info = f'{function.__name__}/{function.__code__.co_argcount}/{" ".join(inspect.signature(function).parameters)}'
    return wrapper
