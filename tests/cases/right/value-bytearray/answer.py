def f(): return bytearray(b'ab')
