"""Has a HyperQueue server execute the tasks of a script: client.py SCRIPT COUNT FOLDER; SCRIPT N is one of them.

The server is the one of HQ_SERVER_DIR, or of ~/.hq-server. A task whose worker is lost goes to another one.
"""

import os
import pathlib
import sys

try:
    from hyperqueue import Client, Job
except ImportError:
    sys.exit("this Python has no hyperqueue; install it (pip install hyperqueue), or name another: TRUEBOARD_PYTHON")

script, count, folder = sys.argv[1], int(sys.argv[2]), pathlib.Path(sys.argv[3])
place = os.environ.get("HQ_SERVER_DIR")
try:
    client = Client(pathlib.Path(place)) if place else Client()
except Exception as e:
    sys.exit(f"no HyperQueue server answers: {e}; start one, or name its folder: HQ_SERVER_DIR")
job = Job(default_workdir=os.getcwd())
for n in range(count):
    log = str(folder / f"task-{n}.log")
    job.program(["sh", script, str(n)], stdout=log, stderr=log)
submitted = client.submit(job)
client.wait_for_jobs([submitted], raise_on_error=False)
