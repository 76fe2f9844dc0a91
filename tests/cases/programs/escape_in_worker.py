# Run by a test in a worker: tries what code of an answer would try there. GIVEN holds what it must not reach.
import ctypes, fcntl, glob, json, os, resource, signal, socket, subprocess, sys, threading

libc = ctypes.CDLL(None, use_errno=True)


def in_c(name, *arguments):
    if getattr(libc, name)(*arguments) < 0:
        raise OSError(ctypes.get_errno(), name)


def own_environment():
    """Return what the kernel put on the stack when this process started."""
    (line,) = [line for line in open("/proc/self/maps") if line.endswith("[stack]\n")]
    start, end = (int(number, 16) for number in line.split()[0].split("-"))
    with open("/proc/self/mem", "rb") as memory:
        memory.seek(start)
        return GIVEN["secret"].encode() in memory.read(end - start)


def signal_by_socket():
    ours, theirs = socket.socketpair()
    fcntl.fcntl(ours, fcntl.F_SETOWN, GIVEN["sibling"])
    fcntl.fcntl(ours, 10, signal.SIGKILL)  # F_SETSIG
    fcntl.fcntl(ours, fcntl.F_SETFL, fcntl.fcntl(ours, fcntl.F_GETFL) | os.O_ASYNC)
    theirs.send(b"x")


def limit_of_sibling():
    resource.prlimit(GIVEN["sibling"], resource.RLIMIT_CPU, (0, 0))


def program_in_memory():
    with os.fdopen(os.memfd_create("x"), "wb") as file:
        os.execve(file.fileno(), ["x"], {})


def read(path):
    with open(path, "rb") as file:
        return file.read(10)


def write(path):
    with open(path, "wb") as file:
        file.write(b"x")


def connect():
    with socket.socket() as connection:
        connection.connect(("127.0.0.1", GIVEN["port"]))


def connect_unix():
    ours, _ = socket.socketpair()
    ours.connect(GIVEN["unix"])


def folders(place, depth):
    for entry in os.scandir(place):
        if entry.is_dir(follow_symlinks=False) and entry.path not in ("/usr", "/proc", "/lib", "/lib64", sys.base_prefix):
            yield entry.path
            yield from folders(entry.path, depth - 1) if depth else ()


def writable_file(number):
    if not os.path.isfile(f"/proc/self/fd/{number}"):
        return False
    (flags,) = [line.split()[1] for line in open(f"/proc/self/fdinfo/{number}") if line.startswith("flags:")]
    return int(flags, 8) & 3 != os.O_RDONLY


def in_thread(action):
    found = []
    thread = threading.Thread(target=lambda: found.append(attempt(action)))
    thread.start()
    thread.join()
    if found != ["refused"]:
        raise AssertionError(found)
    raise PermissionError


def attempt(action):
    try:
        found = action()
    except OSError:
        return "refused"
    except BaseException as error:
        return repr(error)
    return "refused" if found in (False, [], -1) else f"possible: {found!r}"[:200]


ATTEMPTS = {
    "a shell": lambda: os.system("true") == 0,
    "a program": lambda: subprocess.run(["/bin/true"], check=True),
    "a process": lambda: os.fork() or os._exit(0),
    "another program": lambda: os.execv("/bin/true", ["true"]),
    "a program in memory": program_in_memory,
    "the list of accounts": lambda: read("/etc/passwd"),
    "a file of the user": lambda: read(GIVEN["file"]),
    "a write to a file of the user": lambda: write(GIVEN["file"]),
    "a new file next to it": lambda: write(GIVEN["file"] + ".new"),
    "the clone": lambda: os.listdir(GIVEN["clone"]),
    "the name of the clone": lambda: os.path.lexists(GIVEN["clone"]),
    "another task": lambda: read(GIVEN["task"]),
    "our modules or tasks anywhere": lambda: [path for path in folders("/", 6) if path.endswith(("/benchmark", "/suites"))],
    "a home": lambda: [p for p in glob.glob("/home/*") + glob.glob("/root/.[a-z]*") if not sys.base_prefix.startswith(p)],
    "the interpreter": lambda: write(os.__file__),
    "the root": lambda: write("/x"),
    "the libraries": lambda: write("/sightbench-lib/x"),
    "a large file": lambda: open("/tmp/large", "wb").write(bytes(17 << 20)),
    "a server on this machine": connect,
    "a Unix socket": connect_unix,
    "an interface": lambda: [line.split(":")[0].strip() for line in open("/proc/self/net/dev").readlines()[2:]] != ["lo"],
    "a signal to another process of the user": lambda: os.kill(GIVEN["sibling"], signal.SIGKILL),
    "a signal to it from C": lambda: in_c("kill", GIVEN["sibling"], 9),
    "a signal to its thread": lambda: in_c("syscall", 200 if os.uname().machine == "x86_64" else 130, GIVEN["sibling"], 9),
    "a signal to the main process": lambda: os.kill(GIVEN["main"], 0),
    "a signal to everybody": lambda: os.kill(-1, 0),
    "a signal from another thread": lambda: in_thread(lambda: os.kill(GIVEN["sibling"], 9)),
    "a signal by a socket": signal_by_socket,
    "a handle of another process": lambda: os.pidfd_open(GIVEN["sibling"]),
    "a limit of another process": limit_of_sibling,
    "the priority of another process": lambda: os.setpriority(os.PRIO_PROCESS, GIVEN["sibling"], 19),
    "the cores of another process": lambda: os.sched_setaffinity(GIVEN["sibling"], {0}),
    "other processes": lambda: sorted({*os.listdir("/proc")} - {"self", "thread-self"}),
    "the memory of another process": lambda: read(f"/proc/{GIVEN['sibling']}/mem"),
    "the environment": lambda: sorted({*os.environ} - {"HOME", "LANG", "PATH", "TZ"}),
    "the environment in its memory": own_environment,
    "the environment from C": lambda: ctypes.cast(libc.getenv(b"WALL_SECRET"), ctypes.c_char_p).value is not None,
    "an open file to write to": lambda: [number for number in os.listdir("/proc/self/fd") if writable_file(number)],
    "a terminal": lambda: [number for number in range(64) if os.isatty(number)],
    "capabilities": lambda: int([line for line in open("/proc/self/status") if line.startswith("CapEff")][0].split()[1], 16) != 0,
    "root": lambda: os.setuid(0),
}
REPORT = {name: attempt(action) for name, action in ATTEMPTS.items()}
os.write(2, b"REPORT " + json.dumps(REPORT).encode() + b"\n")
