"""The pytest plugin, in test sessions of its own."""

import textwrap

import pytest
from conftest import CRASHES, FAILS

BOARD = f"""
FAILS = bytes.fromhex("{FAILS.hex()}")
CRASHES = bytes.fromhex("{CRASHES.hex()}")

def run(board, code):
    return board("gr740", at=0).load(code, name="code.bin").run()
"""


@pytest.fixture
def session(pytester, hello):
    def run(text, *args):
        pytester.makepyfile(f"HELLO = {str(hello)!r}\n{BOARD}\n{textwrap.dedent(text)}")
        return pytester.runpytest_subprocess("-p", "no:cacheprovider", *args)

    return run


def test_firmware_that_succeeds_passes(session):
    result = session("""
        def test_hello(board):
            sim = board("gr740").load(HELLO)
            assert sim.run(until="1us").kind == "paused"
            assert sim.run().ok
            assert "Hello" in sim.console
    """)
    result.assert_outcomes(passed=1)


def test_firmware_that_fails_fails_its_test(session):
    result = session("""
        def test_status(board):
            run(board, FAILS)

        def test_crash(board):
            run(board, CRASHES)
    """)
    result.assert_outcomes(failed=2)
    result.stdout.fnmatch_lines([
        "*test_status*",
        "the firmware failed",
        "gr740: failure: the firmware ended with status 3*",
        "*run 0 on gr740: console*",
        "*test_crash*",
        "gr740: crash: core 0 stopped at*",
        "* g1 *",
    ])
    result.stdout.no_fnmatch_line("*run 0 on gr740: outcome*")


def test_a_failed_test_shows_the_console(session):
    result = session("""
        def test_hello(board):
            sim = board("gr740").load(HELLO)
            sim.run()
            assert "Goodbye" in sim.console
    """)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*AssertionError*", "*run 0 on gr740: console*", "*Hello*", "*run 0 on gr740: outcome*", "success: *"])


def test_firmware_that_is_meant_to_fail(session):
    result = session("""
        import pytest

        @pytest.mark.firmware(may_fail=True)
        def test_crash(board):
            assert run(board, CRASHES).kind == "crash"

        @pytest.mark.firmware(may_fail=True)
        def test_check(board):
            run(board, FAILS).check()
    """, "--strict-markers")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["*FirmwareError: failure: the firmware ended with status 3*"])


def test_tests_without_boards_are_left_alone(session):
    session("""
        def test_nothing():
            pass
    """).assert_outcomes(passed=1)


def test_fixture_and_marker_are_described(session):
    session("", "--fixtures").stdout.fnmatch_lines(["board*", "*Makes boards as*"])
    session("", "--markers").stdout.fnmatch_lines(["*firmware(may_fail=False)*"])
