"""`make bench-engine`, first part: size, start, memory and JavaScript, as Markdown. `pages` is the second."""

import platform
import sys

from engine.builder import artifact
from engine.host import module, stack
from engine.host.driver import Driver
from engine.host.instance import Instance
from loadtests.engine import javascript, start


def main() -> None:
    path = artifact.ready_module()
    print(f"{platform.platform()}, {platform.machine()}, Python {platform.python_version()}\n")
    print(start.table(start.measure(path)), end="\n\n")
    image = module.load(path)
    with Driver(Instance(image)) as driver:
        print(javascript.table(javascript.measure(driver)))


if __name__ == "__main__":
    try:
        stack.run(main)
    except RuntimeError as error:
        sys.exit(f"loadtests.engine: {error}")
