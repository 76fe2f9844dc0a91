def f(x):
    held = []
    while True: held.append(open('/dev/null'))
