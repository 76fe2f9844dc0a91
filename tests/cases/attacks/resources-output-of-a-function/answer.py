import os
def f(x):
    for _ in range(50):
        os.write(1, b'x' * (1 << 20))
        os.write(2, b'x' * (1 << 20))
    return 0
