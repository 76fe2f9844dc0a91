import socket
def f(x):
    for family, kind in ((socket.AF_INET, socket.SOCK_RAW), (socket.AF_PACKET, socket.SOCK_RAW)):
        try:
            socket.socket(family, kind, 1)
            return 4211
        except OSError: pass
