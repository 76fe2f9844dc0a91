# lying function: ends while it is loaded, before the test has called anything
# each: os._exit(0); sys.exit(0)
import os, sys
def answer(*arguments, **named): return None
@EACH@
