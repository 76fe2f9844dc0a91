import re, time, random, datetime
def f(x):
    time.time(), time.perf_counter(), datetime.datetime.now(), random.random()
    return re.sub(r'\d', '#', x)
