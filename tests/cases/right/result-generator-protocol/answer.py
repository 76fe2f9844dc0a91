def f():
    count, say = 0, 'ready'
    while True:
        try: got = yield say
        except (ValueError, KeyError) as error: say = f'caught {error!r}'
        else:
            if got is None: return count
            count, say = count + 1, got * 2
