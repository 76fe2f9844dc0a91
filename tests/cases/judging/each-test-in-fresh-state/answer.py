seen = []
def f(x):
    seen.append(x)
    return len(seen)
