import atexit
atexit.register(print, '7')
