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
  const dayName = (second: number) => day().format(second * 1000)
  const isDayStart = (step: UsageStep, start: number): boolean =>
    step !== 'hour' || dayName(start) !== dayName(start - 3600)
  return {
    /** Of one step, or of several one behind the other. */
    label: (step: UsageStep, start: number, end: number): string => {
      if (step === 'hour') return hour().formatRange(start * 1000, end * 1000)
      const isOneDay = step === 'day' && end - start <= longestDay
      return isOneDay ? wholeDay().format(start * 1000) : days().formatRange(start * 1000, (end - 1) * 1000)
    },
    isDayStart,
    /** As short as it can be beside the one before: a day's name alone is the moment it begins. */
    tick: (step: UsageStep, start: number, before: number | undefined): string => {
      if (isDayStart(step, start)) return dayName(start)
      return (before === undefined || dayName(before) !== dayName(start) ? hour() : time()).format(start * 1000)
    },
    /** How many steps lie between ticks, `least` or more: of hours so many that each day begins with one. */
    ticksEvery: (step: UsageStep, least: number): number =>
      (step === 'hour' ? partsOfDay.find((hours) => hours >= least) : undefined) ?? least,
  }
}

const partsOfDay = [1, 2, 3, 4, 6, 8, 12, 24]
