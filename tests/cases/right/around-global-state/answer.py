count = 0
def f():
    global count
    count += 1
    return count
