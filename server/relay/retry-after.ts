import type { OutboundHeaders } from '../lib/outbound/outbound.ts'

/** How many seconds the upstream wants to be left alone: in milliseconds, in seconds or as a date, as it says it. */
export const retryAfterOf = (headers: OutboundHeaders, now: number): number | undefined => {
  const precise = headers.get('retry-after-ms')
  if (precise !== undefined && /^\d{1,9}(?:\.\d+)?$/.test(precise)) return secondsOf(Number(precise) / 1000)
  const told = headers.get('retry-after')
  if (told === undefined) return undefined
  if (/^\d{1,9}(?:\.\d+)?$/.test(told)) return secondsOf(Number(told))
  const date = Date.parse(told)
  // A date is one of the upstream's clock, and ours may say something else.
  const sent = Date.parse(headers.get('date') ?? '')
  return Number.isNaN(date) ? undefined : secondsOf((date - (Number.isNaN(sent) ? now : sent)) / 1000)
}

const secondsOf = (seconds: number): number | undefined => (seconds > 0 ? Math.ceil(seconds) : undefined)
