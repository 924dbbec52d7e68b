"""Steps of the vector environment as checksums, to compare ways of running: `python tests/envs/trace.py STEPS`."""

import sys
import zlib

from whistlestop.envs.vector import VectorEnv

TABLES = [("usa", 2, None), ("usa", 5, None), ("san-francisco", 3, "random"), ("san-francisco", 2, None)]


def main(steps: int) -> None:
    for name, players, opponents in TABLES:
        env = VectorEnv(name, players, games=2, seed=4, opponents=opponents, reward="score")
        checksum, ended = 0, 0
        for _ in range(steps):
            for array in env.step(env.sample()):
                checksum = zlib.crc32(array.tobytes(), checksum)
            checksum = zlib.crc32(env.final_scores.tobytes(), checksum)
            ended += int(env.ended.sum())
        print(name, players, opponents, ended, checksum)


if __name__ == "__main__":
    main(int(sys.argv[1]))
