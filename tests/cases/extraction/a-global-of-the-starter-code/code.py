def double(x):
    global calls
    calls += 1
    return 2 * x