/** What a row of the log is. Apart from the rows: the addresses of pages name it before any row is read. */
export const logTypes = { all: 0, recharge: 1, consume: 2, manage: 3, system: 4, checkIn: 5, failed: 6 } as const
