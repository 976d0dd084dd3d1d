const hour = 3600

/**
 * The time of a chart as the log is narrowed to it, in whole hours: of an hour that is cut the log adds up its entries
 * alone, and not what was charged without one.
 */
export const loggedTime = ({ start, end }: { start: number; end: number }) => ({
  start_timestamp: start - (start % hour),
  end_timestamp: end - (end % hour) + hour - 1,
})
