# lying function: ends the call or the process as if all were well
# each: os._exit(0); sys.exit(0); stop(AssertionError()); stop(StopIteration()); stop(type("Skipped", (BaseException,), {})())
import os, sys
def stop(error): raise error
def answer(*arguments, **named): @EACH@
