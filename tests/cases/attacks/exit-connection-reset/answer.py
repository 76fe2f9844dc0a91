def f(x): raise ConnectionResetError(104, 'Connection reset by peer')
