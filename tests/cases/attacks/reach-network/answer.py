import socket
def f(x):
    with socket.create_connection(('127.0.0.1', @PORT@), 0.5) as connection: return connection.recv(100).decode()
