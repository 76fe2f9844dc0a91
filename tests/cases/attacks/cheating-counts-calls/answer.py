CALLS = []
def f(x):
    CALLS.append(x)
    return 14 if len(CALLS) == 1 else 0
