"""What work that is finished later has in common, whoever's client it is."""

import time

from tell import status_of


def until(ask, is_over):
    """Asks again until it is over; as often as a test may, in the place of once a minute."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        found = ask()
        if is_over(found):
            return found
        time.sleep(0.3)
    raise AssertionError(f"was not over in time: {found}")


def status_after(asking):
    try:
        asking()
    except Exception as error:
        return status_of(error)
    return 200
