"""Has a HyperQueue server execute tasks: client.py TASKS FOLDER, a line of TASKS is the words of one command (JSON).

The server is the one of HQ_SERVER_DIR, or of ~/.hq-server. A task whose worker is lost goes to another one.
"""

import json
import os
import pathlib
import sys

try:
    from hyperqueue import Client, Job
except ImportError:
    sys.exit("this Python has no hyperqueue; install it (pip install hyperqueue), or name another: TRUEBOARD_PYTHON")

tasks, folder = sys.argv[1], pathlib.Path(sys.argv[2])
place = os.environ.get("HQ_SERVER_DIR")
try:
    client = Client(pathlib.Path(place)) if place else Client()
except Exception as e:
    sys.exit(f"no HyperQueue server answers: {e}; start one, or name its folder: HQ_SERVER_DIR")
job = Job(default_workdir=os.getcwd())
with open(tasks, encoding="utf-8") as lines:
    for n, line in enumerate(lines):
        log = str(folder / f"task-{n}.log")
        job.program(json.loads(line), stdout=log, stderr=log)
submitted = client.submit(job)
client.wait_for_jobs([submitted], raise_on_error=False)
