# lying function: writes its own reply to the judge in place of the one that is due
# each: {"ok": {"t": "object", "v": 1, "type": "Equal", "live": True, "can": ["call", "iter"], "as": "int"}}; {"ok": {"t": "object", "v": 1, "type": "Equal", "can": ["call"], "fields": {}}}; {"ok": {"t": "method"}}; {"error": None}; {"ask": 0, "number": 1, "args": [], "kwargs": {}}
@INCLUDE _channel@
@INCLUDE _equal@
kept = Equal()
def answer(*arguments, **named):
    say({"id": request()["id"], **@EACH@})
    return kept
