import { formatMoney, formatPrice } from '#contract/money-text.ts'
import { once } from './once.ts'

/** As little as a share is told to. */
const leastShare = 0.001

/** How numbers, money and lengths of time are written in a language. */
export const numberFormats = (locale: string) => {
  const formatOf = (options: Intl.NumberFormatOptions) => {
    const format = once(() => new Intl.NumberFormat(locale, options))
    return (value: number) => format().format(value)
  }
  const unitOf = (unit: string, decimals = 0) => {
    const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
    const format = formatOf({ style: 'unit', unit, ...digits })
    // English has its usual signs, and Chinese the blank that is there between numbers and words.
    return (value: number) =>
      format(value)
        .replace('sec', 's')
        .replace('hr', 'h')
        .replace(/\d(?=[毫秒分小])/, '$& ')
  }
  const [milliseconds, seconds, tenths] = [unitOf('millisecond'), unitOf('second'), unitOf('second', 1)]
  const [minutes, hours] = [unitOf('minute'), unitOf('hour')]
  // What is too small to be shortened is written as anywhere else: 3,960.
  const compact = formatOf({
    notation: 'compact',
    useGrouping: 'always',
    minimumFractionDigits: 0,
    maximumFractionDigits: 1,
  })
  const percent = formatOf({ style: 'percent', maximumFractionDigits: 1 })
  const rate = formatOf({ maximumFractionDigits: 1 })
  const smallRate = formatOf({ maximumSignificantDigits: 2 })
  /** A length of time in seconds: `0.8 s`, `42 s`, `3 min 5 s`. */
  const duration = (length: number): string => {
    if (length < 60) return (Number.isInteger(length) ? seconds : tenths)(length)
    const whole = Math.round(length)
    const [large, small, part] = whole < 3600 ? [minutes, seconds, 60] : [hours, minutes, 3600]
    const rest = Math.floor((whole % part) / (part / 60))
    return [large(Math.floor(whole / part)), ...(rest === 0 ? [] : [small(rest)])].join(' ')
  }
  return {
    number: formatOf({}),
    /** `1.2k`, `3.4M`; `1.2万` where that is how people count. */
    compact: locale === 'en' ? (value: number) => compact(value).replace('K', 'k') : compact,
    /** A share: what is not nothing never reads `0%`, and what is not all of it never `100%`. */
    percent: (share: number) => {
      if (share > 0 && share < leastShare / 2) return `<${percent(leastShare)}`
      return share < 1 && share >= 1 - leastShare / 2 ? `>${percent(1 - leastShare)}` : percent(share)
    },
    /** How many come in some time, also where it is far less than one. */
    rate: (value: number) => (value < 1 ? smallRate : rate)(value),
    /** What something is multiplied by. */
    ratio: formatOf({ maximumSignificantDigits: 6 }),
    /** An amount of dollars as it is. */
    money: (dollars: number, decimals = 2) => formatMoney(dollars, decimals, locale),
    /** Dollars with as many digits as they need. */
    price: (dollars: number) => formatPrice(dollars, locale),
    milliseconds,
    /** How long an answer took, of milliseconds, with no more digits than matter: `840 ms`, `1.2 s`, `42 s`. */
    latency: (length: number): string => {
      if (Math.round(length) < 1000) return milliseconds(length)
      return duration(length < 9950 ? Math.round(length / 100) / 10 : Math.round(length / 1000))
    },
    duration,
  }
}
