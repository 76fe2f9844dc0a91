def f(x):
    try: import left
    except ImportError: return 0
    return left.value
