import json, os, subprocess, sys, time
from lab.engines import gpu_runner
settings = json.loads(sys.argv.pop(1))
for name, value in settings["values"].items():
    setattr(gpu_runner, name, value)
if not settings["as_root"]:
    os.geteuid, start = lambda: 0, subprocess.Popen
    def start_as_this_account(*args, user=None, group=None, extra_groups=None, **options):
        return start(*args, **options)
    subprocess.Popen = start_as_this_account
pause = time.sleep
def sleep(seconds):
    if seconds == gpu_runner.EVERY:
        raise KeyboardInterrupt
    pause(seconds)
time.sleep = sleep
gpu_runner.main()
