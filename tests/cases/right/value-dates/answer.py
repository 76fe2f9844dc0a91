import datetime as d
def f(): return d.date(2024, 2, 29), d.datetime(2024, 2, 29, 12, 30, 1, 5), d.timedelta(days=-1, seconds=5)
