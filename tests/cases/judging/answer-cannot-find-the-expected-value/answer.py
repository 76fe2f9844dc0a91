import gc, sys
def f():
    found = []
    for thing in gc.get_objects():
        if isinstance(thing, dict) and '918273' + '645' in str(list(thing.values()))[:100000]:
            found.append(1)
    frame = sys._getframe()
    while frame:
        found += [1 for value in list(frame.f_locals.values()) if value == '918273' + '645']
        frame = frame.f_back
    return len(found) > 0 and open('/proc/self/cmdline').read()
