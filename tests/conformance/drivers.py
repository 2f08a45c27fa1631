"""The Python target and its driver, as a plug-in's author would name them."""

from __future__ import annotations

import sys

from arenagen.emit.python import TARGET
from arenagen.emit.render import Chosen
from arenagen.emit.target import completed

PYTHON = Chosen(TARGET, completed(TARGET, {}))
PYTHON_DRIVER = (sys.executable, "-m", "tests.conformance.python_driver")
