/** Seconds, both ends included; an end that is open is 0. */
export type LogRange = { start: number; end: number }

type RangeSearch = {
  start_timestamp?: number | undefined
  end_timestamp?: number | undefined
  request_id?: string | undefined
}

const hour = 3600
const day = 24 * hour

/** Undefined means since midnight. */
export const quickRanges = [
  { key: 'rangeToday', seconds: undefined },
  { key: 'rangeHour', seconds: hour },
  { key: 'rangeDay', seconds: day },
  { key: 'rangeWeek', seconds: 7 * day },
  { key: 'rangeMonth', seconds: 30 * day },
] as const

/** What the address asks for; without it, from midnight to an hour from now. A single call is found at any time. */
export const logRange = (search: RangeSearch, nowSeconds: number): LogRange =>
  search.request_id === undefined
    ? { start: search.start_timestamp ?? midnightBefore(nowSeconds), end: search.end_timestamp ?? nowSeconds + hour }
    : { start: 0, end: 0 }

/** A quick range as the address keeps it: its end stays open, so that new rows come in. */
export const quickRangeSearch = (seconds: number | undefined, nowSeconds: number) => ({
  start_timestamp: seconds === undefined ? undefined : nowSeconds - seconds,
  end_timestamp: undefined,
})

const midnightBefore = (nowSeconds: number): number => {
  const date = new Date(nowSeconds * 1000)
  date.setHours(0, 0, 0, 0)
  return date.getTime() / 1000
}
