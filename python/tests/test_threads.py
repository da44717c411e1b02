import signal
import threading
import time

import pytest
from conftest import COUNTS

from trueboard import Board


def endless():
    return Board("gr740", at=0).load(COUNTS, name="counts.bin")


@pytest.fixture
def interruptible():
    """A shell has what it starts in the background ignore the signal, and Python leaves it at that."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_control_c_ends_a_run_that_can_go_on(interruptible):
    sim = endless()
    asked = []

    def interrupt():
        time.sleep(0.3)
        asked.append(time.monotonic())
        signal.pthread_kill(main, signal.SIGINT)

    main = threading.main_thread().ident
    thread = threading.Thread(target=interrupt)
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        sim.run(timeout=60)
    ended = time.monotonic()
    thread.join()
    assert ended - asked[0] < 5
    before = sim.now
    assert before > 0
    assert sim.run(until="+1us").kind == "paused"
    assert sim.now > before


def test_other_threads_go_on_while_a_board_runs():
    sims = [endless() for _ in range(2)]
    threads = [threading.Thread(target=sim.run, kwargs={"timeout": 0.5}) for sim in sims]
    for thread in threads:
        thread.start()
    turns = 0
    while any(thread.is_alive() for thread in threads):
        turns += 1
        time.sleep(0.001)
    assert turns > 20
    assert all(sim.now > 0 for sim in sims)


def test_a_simulation_can_be_looked_at_while_it_runs():
    sim = endless()
    thread = threading.Thread(target=sim.run, kwargs={"timeout": 2.0})
    thread.start()
    seen = set()
    while thread.is_alive():
        seen.add(sim.now)
        time.sleep(0.01)
    assert len(seen) > 1
