import socket, subprocess, sys
def f(x):
    for place in ('0.0.0.0', 'localhost', '127.1', '::1', '::ffff:127.0.0.1'):
        try:
            with socket.create_connection((place, @PORT@), 0.5) as connection: return connection.recv(100).decode()
        except OSError: pass
    subprocess.run([sys.executable, '-c', "import socket; socket.create_connection(('127.0.0.1', @PORT@), 0.5)"], stderr=subprocess.DEVNULL)
