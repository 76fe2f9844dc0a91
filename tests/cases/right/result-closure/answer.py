def f(start):
    n = start
    def count():
        nonlocal n
        n += 1
        return n
    return count
