/**
 * Where the hours, days and weeks of a chart begin: by the calendar of a time zone, also where its clock is put forward
 * or back. Sums are kept by the hour, so that a zone counts by its whole hours.
 */
export type UsageStep = 'hour' | 'day' | 'week'

/** From this second on the clock is so many seconds ahead of UTC. The first of them holds for all time before. */
export type ZoneChange = { from: number; ahead: number }

export type UsageFrame = { start: number; end: number; step: UsageStep; zone: string }

const hour = 3600
const day = 24 * hour
export const stepSeconds = { hour, day, week: 7 * day } as const

/** The first day of all was a Thursday, and weeks begin on Mondays. */
export const weekShift = 3 * day

export const isTimeZone = (zone: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

/** What the clock of the zone does between two moments. */
export const zoneChanges = (zone: string, start: number, end: number): readonly ZoneChange[] => {
  const ahead = clockOf(zone)
  const changes: ZoneChange[] = [{ from: start, ahead: ahead(start) }]
  // No clock changes twice within a week.
  for (let at = start; at < end; at += 7 * day) {
    const next = Math.min(at + 7 * day, end)
    if (ahead(at) !== ahead(next)) changes.push({ from: momentOfChange(ahead, at, next), ahead: ahead(next) })
  }
  return changes
}

/** The first second of the step that a moment is in. */
export const stepStart = (second: number, step: UsageStep, changes: readonly ZoneChange[]): number => {
  if (step === 'hour') return second - (second % hour)
  const shift = step === 'week' ? weekShift : 0
  const local = second + (changes.findLast(({ from }) => second >= from) ?? changes[0] ?? utc).ahead
  const begin = local - ((local + shift) % stepSeconds[step])
  return begin - aheadOfLocal(begin, changes)
}

/** The first seconds of all steps that the frame touches, and of the one after them. */
export const stepBorders = ({ start, end, step, zone }: UsageFrame): number[] => {
  const longest = stepSeconds[step]
  const changes = zoneChanges(zone, start - longest, end + 2 * longest)
  const borders = [stepStart(start, step, changes)]
  for (let last = borders[0] ?? start; last <= end; borders.push(last)) {
    // A day may be an hour longer: halfway into the next one is in it whatever the clock does.
    last = stepStart(last + longest * 1.5, step, changes)
  }
  return borders
}

/** Of a moment told by the clock: where the clock shows it twice it is the first, where it leaves it out the jump. */
const aheadOfLocal = (local: number, changes: readonly ZoneChange[]): number =>
  changes.reduce(
    (ahead, change, index) =>
      index === 0 || local >= change.from + Math.max(ahead, change.ahead) ? change.ahead : ahead,
    0,
  )

const utc: ZoneChange = { from: 0, ahead: 0 }

const clockOf = (zone: string) => {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
  return (second: number): number => {
    const name = parts.formatToParts(second * 1000).find(({ type }) => type === 'timeZoneName')?.value ?? ''
    const [, sign = '+', hours = '0', minutes = '0'] = /([+-])(\d+):(\d+)/.exec(name) ?? []
    return Math.round((Number(hours) + Number(minutes) / 60) * (sign === '-' ? -1 : 1)) * hour
  }
}

/** Clocks change at a full hour, or at a half one where zones do: counted by whole hours it is the next. */
const momentOfChange = (ahead: (second: number) => number, from: number, until: number): number => {
  const before = ahead(from)
  let [same, changed] = [Math.floor(from / hour), Math.ceil(until / hour)]
  while (changed - same > 1) {
    const middle = Math.floor((same + changed) / 2)
    if (ahead(middle * hour) === before) same = middle
    else changed = middle
  }
  return changed * hour
}
