import socket, sys
listening = socket.create_server(("127.0.0.1", int(sys.argv[1])))
while True:
    client, _ = listening.accept()
    client.recv(1000); client.send(b"no HTTP\r\n\r\n"); client.close()
