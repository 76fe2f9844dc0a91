# lying function: writes its own reply to the judge in place of the one that is due
# each: {"ok": {"t": "handle", "v": 0, "type": "Equal"}, "named": ["@ENTRY@", 0]}; {"ok": {"t": "own", "v": 0.5, "handle": 0, "type": "bool"}}; {"error": None}; {"ask": 0, "number": 1, "args": [], "kwargs": {}}
@INCLUDE _channel@
@INCLUDE _equal@
kept = Equal()
def answer(*arguments, **named):
    say({"id": request()["id"], **@EACH@})
    return kept
