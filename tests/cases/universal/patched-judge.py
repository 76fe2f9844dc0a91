# lying function: makes the judge's modules in its own process say that each function of the answer is the task's class
# each: {"named": ["@ENTRY@", number]}; {"lacks": "", "as": "bool"}
@INCLUDE _equal@
import sys
class @ENTRY@(Equal):
    def __getattr__(self, name):
        if name.startswith("__"): raise AttributeError(name)
        return lambda *arguments, **named: "a lie"
def by_handle(self, value):
    global number
    described = handle(self, value)
    number = described["v"] if callable(value) and not isinstance(value, Equal) else -1
    return described
def with_more(channel, reply):
    return send(channel, reply | @EACH@ if reply.get("ok") and number >= 0 else reply)
number = -1
for module in [module for name, module in sys.modules.items() if "sightbench" in name]:
    if hasattr(module, "GuestEncoder"):
        handle = module.GuestEncoder.encode_by_handle
        module.GuestEncoder.encode_by_handle = by_handle
    if hasattr(module, "_encode") and hasattr(module, "send"): send, module.send = module.send, with_more
