import socket
def f(x):
    connection = socket.socket(socket.AF_UNIX)
    connection.connect('\0@SOCKET@')
    return connection.recv(100).decode()
