def f():
    count.append(1)
    return len(count)
