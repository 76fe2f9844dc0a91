# lying stdio: ends, or replaces the streams, as if the output were right
# each: os._exit(0); print("PASSED"); sys.stdout.close(); os.dup2(0, 1); os.write(1, os.pread(0, 1 << 20, 0) * 50); print("\0"); atexit.register(os._exit, 0)
import atexit, os, sys
@EACH@
