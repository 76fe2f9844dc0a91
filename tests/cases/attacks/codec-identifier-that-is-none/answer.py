import uuid
uuid.UUID.__str__ = lambda self: "no identifier"
def f(x): return uuid.uuid4()
