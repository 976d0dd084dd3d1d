import { type Language, languages } from '#contract/languages.ts'
import type { QuotaDisplay } from '#contract/money-text.ts'
import { addingUp } from './adding-up.ts'
import { calendarFormats } from './format-calendar.ts'
import { numberFormats } from './format-numbers.ts'
import { useLanguage } from './i18n.ts'
import { once } from './once.ts'
import { useStatus } from './status.ts'

/** Every number and time a page shows, in the current language: `const format = useFormat()`. */
export const useFormat = () => {
  const language = useLanguage()
  const status = useStatus()
  return formatsFor(language, status)
}

export type Formats = ReturnType<typeof makeFormats>

/** How many tell a round amount exactly: none, cents, or more. */
const decimalsOf = (dollars: number): number => (dollars >= 1 ? 0 : Math.max(2, Math.ceil(-Math.log10(dollars) - 1e-9)))

const known = new Map<string, Formats>()

export const formatsFor = (language: Language, { quota_per_unit, display_in_currency }: QuotaDisplay): Formats => {
  const name = `${language}/${quota_per_unit}/${display_in_currency}`
  let formats = known.get(name)
  if (!formats) {
    formats = makeFormats(language, { quota_per_unit, display_in_currency })
    known.set(name, formats)
  }
  return formats
}

function makeFormats(language: Language, display: QuotaDisplay) {
  const { locale } = languages[language]
  const numbers = numberFormats(locale)
  const { money, price, compact } = numbers
  /** Dollars, or 1.2k / 3.4M / 5.6B, as the operator chose. */
  const quotaText = (quota: number, decimals = 2): string =>
    display.display_in_currency ? money(quota / display.quota_per_unit, decimals) : compact(quota)
  const day = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
  const time = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const
  const dateTime = once(() => new Intl.DateTimeFormat(locale, { ...day, ...time }))
  const date = once(() => new Intl.DateTimeFormat(locale, day))
  const minute = { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  const moment = once(() => new Intl.DateTimeFormat(locale, minute))
  const momentOfYear = once(() => new Intl.DateTimeFormat(locale, { ...minute, year: 'numeric' }))
  const yearOf = (seconds: number): number => new Date(seconds * 1000).getFullYear()
  const shortRange = (start: number, end: number, nowSeconds: number): string => {
    const isThisYear = [start, end].every((seconds) => yearOf(seconds) === yearOf(nowSeconds))
    return (isThisYear ? moment() : momentOfYear()).formatRange(start * 1000, end * 1000)
  }
  const relative = once(() => new Intl.RelativeTimeFormat(locale))
  const now = once(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(0, 'second'))
  return {
    ...numbers,
    /** An amount of quota, two decimals in currency; what is not nothing never reads `$0.00`. */
    quota: (quota: number) => {
      const text = quotaText(quota)
      return quota !== 0 && !/[1-9]/.test(text) ? quotaText(quota, 6) : text
    },
    /** Amounts of quota beside their sum: what is read adds up. */
    quotaParts: (parts: readonly number[]) => {
      const sum = parts.reduce((all, part) => all + part, 0)
      if (!display.display_in_currency) return { sum: compact(sum), parts: parts.map(compact) }
      const { decimals, amounts } = addingUp(parts.map((part) => part / display.quota_per_unit))
      return {
        sum: money(sum / display.quota_per_unit, decimals),
        // What is not nothing never reads `$0.00`.
        parts: amounts.map((amount, place) =>
          amount === 0 && parts[place] ? quotaText(parts[place], 6) : money(amount, decimals),
        ),
      }
    },
    /** An amount of quota in logs, six decimals in currency. */
    cost: (quota: number) => quotaText(quota, 6),
    /** What an axis of quota is told in: dollars, or quota itself. */
    quotaScale: display.display_in_currency
      ? {
          unit: display.quota_per_unit,
          whole: false,
          format: (quota: number, step: number) =>
            money(quota / display.quota_per_unit, decimalsOf(step / display.quota_per_unit)),
        }
      : { unit: 1, whole: true, format: compact },
    /** Whole dollars that are added or taken. */
    signedMoney: (dollars: number) => `${dollars < 0 ? '' : '+'}${money(dollars, 0)}`,
    /** Quota always as dollars, with as many digits as it needs: two decimals round a day's check-in to nothing. */
    exactDollars: (quota: number) => price(quota / display.quota_per_unit),
    dateTime: (seconds: number) => dateTime().format(seconds * 1000),
    /** To the minute, and without the year that is. */
    shortTime: (seconds: number, nowSeconds: number) => shortRange(seconds, seconds, nowSeconds),
    shortRange,
    date: (seconds: number) => date().format(seconds * 1000),
    /** The hours, days and weeks of a time zone. */
    calendar: (zone: string) => calendarFormats(locale, zone),
    /** Never `yesterday` or `last month`: what is a day ago may be the day before it by the calendar. */
    relative: (seconds: number, nowSeconds: number) =>
      seconds === nowSeconds ? now() : withBlank(relativeTime(relative(), seconds - nowSeconds)),
  }
}

/** Chinese has a blank between numbers and words. */
const withBlank = (text: string): string => text.replace(/\d(?=\p{Script=Han})/u, '$& ')

const relativeSteps = [
  { below: 60, unit: 'second', seconds: 1 },
  { below: 3600, unit: 'minute', seconds: 60 },
  { below: 86_400, unit: 'hour', seconds: 3600 },
  { below: 2_592_000, unit: 'day', seconds: 86_400 },
  { below: 31_536_000, unit: 'month', seconds: 2_592_000 },
] as const

const relativeTime = (format: Intl.RelativeTimeFormat, difference: number): string => {
  const step = relativeSteps.find((candidate) => Math.abs(difference) < candidate.below)
  if (step) return format.format(Math.trunc(difference / step.seconds), step.unit)
  return format.format(Math.trunc(difference / 31_536_000), 'year')
}
