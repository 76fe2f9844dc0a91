import socket
def f(x):
    s = socket.socket(socket.AF_UNIX)
    try: s.connect('\0left')
    except OSError: return 0
    return int(s.recv(9))
