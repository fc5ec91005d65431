"""Font files that sessions share: mapped from disk, handed to an engine at first use."""

import mmap
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path


class FontFiles(Mapping[int, memoryview]):
    """Files by number, in the order given. A file is mapped when it is first asked for, and stays mapped."""

    def __init__(self, paths: Sequence[Path]) -> None:
        self._paths = tuple(paths)
        self._mapped: dict[int, memoryview] = {}

    def __getitem__(self, number: int) -> memoryview:
        if number not in self._mapped:
            if not 0 <= number < len(self._paths):
                raise KeyError(number)
            with self._paths[number].open("rb") as file:
                self._mapped[number] = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
        return self._mapped[number]

    def __iter__(self) -> Iterator[int]:
        return iter(range(len(self._paths)))

    def __len__(self) -> int:
        return len(self._paths)
