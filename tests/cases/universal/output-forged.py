# lying stdio: writes its own report to the judge, and to each open descriptor
# each: {"error": None}; {"id": 1, "exit": 0, "signal": None, "cpu_seconds": 0, "memory_mb": 1, "waited_seconds": 0}
@INCLUDE _channel@
say(@EACH@)
os._exit(0)
