import fcntl
def f(x):
    for number in (0, 1, 2):
        try:
            fcntl.ioctl(number, 0x5412, b'x')
            return 4211
        except OSError: pass
