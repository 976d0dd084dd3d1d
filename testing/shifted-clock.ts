import { shiftClock } from './shift-clock.ts'

/**
 * Sets the clock of a process on, or back, by `CLOCK_SHIFT` milliseconds: what the tests find at midnight or at the end of a
 * year is found at noon. Loaded before anything else (`npm test -- --at 2026-12-31T23:59:30Z`), by what a test starts as well.
 */
const shift = Number(process.env.CLOCK_SHIFT)
if (!Number.isSafeInteger(shift)) throw new RangeError('CLOCK_SHIFT must be a whole number of milliseconds')

shiftClock(shift)
