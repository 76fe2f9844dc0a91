def f(up, down):
    for call in (up, up, up, up, down):
        while True:
            try: call()
            except AssertionError: continue
            break
