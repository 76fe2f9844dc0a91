import base64, json, os, subprocess, sys, time, urllib.request

config = json.loads(base64.b64decode(os.environ.pop("ACTIONS_RUNNER_INPUT_JITCONFIG")))

def ask(action):
    request = urllib.request.Request(config["url"] + action, data=b"", method="POST")
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(request) as reply:
        return json.load(reply)

print("Listening for Jobs", flush=True)
while not (job := ask("acquire")):
    time.sleep(0.02)
hook = os.environ["ACTIONS_RUNNER_HOOK_JOB_STARTED"]
failed = subprocess.run(["sh", "-e", hook], env={**os.environ, **job["variables"]}).returncode != 0
try:
    for step in job["steps"]:
        if not failed or step.get("always"):
            subprocess.run(["sh", "-c", step["run"]], env={**os.environ, **job["variables"]})
except KeyboardInterrupt:
    print("Exiting", flush=True)
ask("complete")
