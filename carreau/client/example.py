"""An external bot that plays at random.

With the link of a seat:        python -m carreau.client.example LINK
Against the server's own bot:   python -m carreau.client.example http://127.0.0.1:8421 GAME
"""

import asyncio
import random
import sys

from carreau.client import Refused, connect, join, new_table


async def main(address: str, game: str = "") -> None:
    seat = new_table(address, game, name="Ada") if game else join(address, name="Ada")
    async with connect(seat) as table:
        async for update in table:  # whenever this seat may act
            try:
                await table.play(random.choice(update.legal))
            except Refused as refusal:  # the match has moved on: the next update says how
                print(refusal.text)
        print(table.now.outcome, table.now.points)
        print("The deal was fair." if await table.is_fair() else "The deal was NOT the promised one!")


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
