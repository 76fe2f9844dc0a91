class Event:
    value = 0
def f(visit, n):
    event = Event()
    for i in range(n):
        event.value = i
        visit(event)
    return event
