"""Virtual environments for the libraries we compare with, which are no dependencies of the project."""

import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).parent.parent / ".bench"


def python_with(*packages: str) -> Path:
    """Return the interpreter of a virtual environment that has these packages."""
    home = FOLDER / "-".join(package.partition("=")[0] for package in packages)
    python = home / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", home], check=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", *packages], check=True)
    return python
