def f(x):
    deep = [x]
    for _ in range(70): deep = [deep, deep]
    return deep
