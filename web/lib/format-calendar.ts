import type { UsageStep } from '#contract/usage-calendar.ts'
import { once } from './once.ts'

/** Where the clock is put back. */
const longestDay = 25 * 3600

/** How steps of time are called in a language, by the clock of a zone. */
export const calendarFormats = (locale: string, timeZone: string) => {
  const dayOnly = { timeZone, month: 'short', day: 'numeric' } as const
  const timeOnly = { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  const day = once(() => new Intl.DateTimeFormat(locale, dayOnly))
  const time = once(() => new Intl.DateTimeFormat(locale, timeOnly))
  const hour = once(() => new Intl.DateTimeFormat(locale, { ...dayOnly, ...timeOnly }))
  const wholeDay = once(() => new Intl.DateTimeFormat(locale, { ...dayOnly, weekday: 'short', year: 'numeric' }))
  const days = once(() => new Intl.DateTimeFormat(locale, { ...dayOnly, year: 'numeric' }))
  return {
    /** Of one step, or of several one behind the other. */
    label: (step: UsageStep, start: number, end: number): string => {
      if (step === 'hour') return hour().formatRange(start * 1000, end * 1000)
      const isOneDay = step === 'day' && end - start <= longestDay
      return isOneDay ? wholeDay().format(start * 1000) : days().formatRange(start * 1000, (end - 1) * 1000)
    },
    /** As short as it can be beside the one before. */
    tick: (step: UsageStep, start: number, before: number | undefined): string => {
      const name = day().format(start * 1000)
      return step !== 'hour' || before === undefined || day().format(before * 1000) !== name
        ? name
        : time().format(start * 1000)
    },
  }
}
