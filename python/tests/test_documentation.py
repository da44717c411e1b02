"""The code of the pages, run in their order; and the types, which have to be those of the package."""

import re
import subprocess
import sys

import pytest
from conftest import ROOT

PAGES = [
    ROOT / "docs" / "user" / "howto" / "python.md",
    ROOT / "docs" / "user" / "howto" / "own-device.md",
    ROOT / "python" / "README.md",
]


def blocks(page):
    """The Python code of a page, each block with its line."""
    text = page.read_text(encoding="utf-8")
    for found in re.finditer(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE):
        yield text[: found.start(1)].count("\n"), found[1]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_code_of_a_page_runs(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "firmware").symlink_to(ROOT / "firmware")
    names = {}
    tests = []
    for line, code in blocks(page):
        if "def test_" in code:
            tests.append(code)
        elif "pandas" not in code or _has("pandas"):
            # Errors name the line of the page.
            exec(compile("\n" * line + code, str(page), "exec"), names)
    assert names
    if not tests:
        return
    (tmp_path / "test_page.py").write_text("\n".join(tests))
    done = _python("pytest", "-p", "no:cacheprovider", "test_page.py")
    assert done.returncode == 0, done.stdout
    assert f"{len(tests)} passed" in done.stdout


def _has(module):
    try:
        __import__(module)
    except ImportError:
        return False
    return True


@pytest.mark.parametrize("check", [["mypy", "--strict", "-p", "trueboard"], ["mypy.stubtest", "trueboard"]], ids=str)
def test_types(check):
    pytest.importorskip("mypy")
    done = _python(*check)
    assert done.returncode == 0, done.stdout + done.stderr


def _python(*arguments):
    return subprocess.run([sys.executable, "-m", *arguments], capture_output=True, text=True)
