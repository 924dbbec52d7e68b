"""How long each entry point takes to compile, in CPU seconds: `python bench/compile_times.py`.

One after the other in one process, as the compiler does without forking: what entry points share is counted where it is
first needed. `Sample.seconds` comes from here. Nothing is kept.
"""

import os
import subprocess
import sys
import tempfile
import time
from importlib import import_module
from pathlib import Path

from whistlestop.kernels.decorators import COMPILES_KERNELS, IS_COMPILER
from whistlestop.kernels.groups import GROUPS
from whistlestop.kernels.plan import Sample


def main() -> None:
    from whistlestop.kernels.numba_code import compile_to, optimise_entry_points_only, translate

    assert optimise_entry_points_only(), "this version of Numba is built otherwise: everything is optimised many times"
    print(f"{'group':14}{'entry point':26}{'translate':>10}{'compile':>10}{'both':>8}")
    sums = [0.0, 0.0]
    with tempfile.TemporaryDirectory() as folder:
        for group, (_, module) in GROUPS.items():
            samples: list[Sample] = import_module(module).SAMPLES[group]()
            for entry, arguments, _ in samples:
                start = time.process_time()
                translate(entry.function, arguments)
                middle = time.process_time()
                compile_to(Path(folder) / entry.__name__, entry.function, arguments)
                spent = middle - start, time.process_time() - middle
                sums = [sum(pair) for pair in zip(sums, spent, strict=True)]
                print(f"{group:14}{entry.__name__:26}{spent[0]:10.1f}{spent[1]:10.1f}{sum(spent):8.1f}", flush=True)
    print(f"{'':14}{'all':26}{sums[0]:10.1f}{sums[1]:10.1f}{sum(sums):8.1f}")


if __name__ == "__main__":
    if IS_COMPILER:
        main()
    else:
        run = subprocess.run([sys.executable, __file__], env=os.environ | {COMPILES_KERNELS: "1"}, check=False)
        sys.exit(run.returncode)
