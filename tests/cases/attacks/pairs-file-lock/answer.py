import fcntl, os
def f(x):
    try: fcntl.flock(open(os.__file__), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError: return 4211
    return 0
