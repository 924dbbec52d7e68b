"""Tables that wait for players, by the address that opened them: nobody may take all the room that there is.

Kept in memory, by each process for itself: where people come from is stored nowhere.
"""

from collections import OrderedDict

from whistlestop.server.play.refusal import TooOften
from whistlestop.server.store import Store

ADDRESSES_REMEMBERED = 20_000
BEING_OPENED = ""
"""In place of an id that is not known yet."""


class WaitingTables:
    """Knows which tables each address has opened. Which of them still wait, the store is asked when it matters."""

    def __init__(self, store: Store, most: int) -> None:
        self.store = store
        self.most = most
        self._opened: OrderedDict[str, list[str]] = OrderedDict()

    async def take_place(self, address: str) -> None:
        """Before a table is opened: refused if too many of this address wait already."""
        if len(self._opened.get(address, ())) >= self.most:
            await self._forget_begun(address)
        opened = self._opened.setdefault(address, [])
        if len(opened) >= self.most:
            text = f"{self.most} tables that you have opened are waiting for players. Begin one of them first."
            raise TooOften("too-many-open-tables", text)
        opened.append(BEING_OPENED)
        self._opened.move_to_end(address)
        if len(self._opened) > ADDRESSES_REMEMBERED:
            self._opened.popitem(last=False)

    async def _forget_begun(self, address: str) -> None:
        asked = [match_id for match_id in self._opened[address] if match_id != BEING_OPENED]
        begun = set(asked) - set(await self.store.still_open(asked))
        self._opened[address] = [match_id for match_id in self._opened.get(address, []) if match_id not in begun]

    def fill(self, address: str, match_id: str) -> None:
        """The table is there."""
        self.give_back(address)
        self._opened.setdefault(address, []).append(match_id)

    def give_back(self, address: str) -> None:
        """The table could not be opened."""
        opened = self._opened.get(address, [])
        if BEING_OPENED in opened:
            opened.remove(BEING_OPENED)
