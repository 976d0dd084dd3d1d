/** Eight channels of 192 kHz in 32 bits; the thriftiest speech codec; 128 kbit/s. */
const mostBytesOfSecond = 6_144_000
const leastBytesOfSecond = 75
export const usualBytesOfSecond = 16_000

/** A length that is claimed, within what so many bytes can be at least and at most. */
export const heldAgainstSize = (seconds: number, bytes: number): number =>
  Math.min(Math.max(seconds, bytes / mostBytesOfSecond), Math.max(1, bytes / leastBytesOfSecond))
