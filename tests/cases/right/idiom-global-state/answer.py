counter = 0
def f():
    global counter
    counter += 1
    return counter
