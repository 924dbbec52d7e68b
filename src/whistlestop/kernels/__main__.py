"""`python -m whistlestop.kernels [GROUP…]`: compile all kernels ahead of time, or some groups, and say what goes wrong.

`whistlestop compile` is the same for those who have the command line.
"""

import sys

from whistlestop.kernels import cache
from whistlestop.kernels.compilation import CompilationFailed, require
from whistlestop.kernels.decorators import STAYS_PLAIN
from whistlestop.kernels.groups import GROUPS


def compile_ahead(groups: list[str]) -> str:
    """Compile these groups, or all, under a progress bar; what to say then. SystemExit says why not."""
    unknown = [group for group in groups if group not in GROUPS]
    if unknown:
        sys.exit(f"There are no kernels {unknown[0]!r}; there is {', '.join(GROUPS)}.")
    if STAYS_PLAIN:
        sys.exit("NUMBA_DISABLE_JIT is set: kernels stay plain, nothing is compiled.")
    try:
        require(*(groups or GROUPS), shows_errors=True)
    except CompilationFailed:
        sys.exit("The kernels could not be compiled: see above.")
    except KeyboardInterrupt:
        sys.exit(130)
    return f"The kernels are in {cache.base_directory()}."


if __name__ == "__main__":
    print(compile_ahead(sys.argv[1:]))
