def f(bad):
    found = []
    for x in range(1, 5):
        try: bad(x)
        except OSError as e: found.append(e.errno)
        except Exception as e: found.append(e.args)
    return found
