import { ApplicationError } from '#contract/errors.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'

/** What keeps charges from being stored, since when, and so whether calls may begin. */
export type ChargeShortage = {
  /** Whether the database is out of reach. */
  isAway: () => boolean
  /** For how long it has been, in milliseconds; 0 when it is well. */
  outageMs: () => number
  goAway: () => void
  /** Whether charges go to the reserve, or would. */
  isShort: () => boolean
  runShort: (error: unknown) => void
  /** Counts how often they ran short. */
  count: () => number
  comeBack: () => void
  /** There is room again. */
  end: () => void
  mayBegin: () => boolean
  sayWhetherCallsBegin: (error?: unknown) => void
  /** What goes on failing is said so often. */
  sayOnceAMinute: (message: string, fields: Record<string, unknown>) => void
}

/** After this long without a database, calls that would have to be charged later are no longer begun. */
const longestOutageMs = 60_000
const betweenLinesMs = 60_000
/** When a client may come again. */
const retrySeconds = 5

export const comeAgain = (cause?: unknown): ApplicationError =>
  new ApplicationError('storage_unavailable', { seconds: retrySeconds }, cause)

/** `waiting` tells how many charges only the reserve has. */
export const createChargeShortage = (
  { clock, log }: { clock: Clock; log: Log },
  waiting: () => number,
): ChargeShortage => {
  let outageSince: number | undefined
  let shortSince: number | undefined
  let count = 0
  const said = new Map<string, number>()

  const sayOnceAMinute: ChargeShortage['sayOnceAMinute'] = (message, fields) => {
    const last = said.get(message)
    if (last !== undefined && clock.monotonic() - last < betweenLinesMs) return
    said.set(message, clock.monotonic())
    log.error(message, fields)
  }

  const outageMs = () => (outageSince === undefined ? 0 : clock.monotonic() - outageSince)
  const mayBegin = () => shortSince === undefined && outageMs() <= longestOutageMs

  const sayWhetherCallsBegin = (error?: unknown): void => {
    if (!mayBegin()) sayOnceAMinute('no new call begins: its charge could not be stored', { error, waiting: waiting() })
  }

  return {
    isAway: () => outageSince !== undefined,
    outageMs,
    goAway: () => {
      outageSince ??= clock.monotonic()
    },
    isShort: () => shortSince !== undefined,
    runShort: (error) => {
      count += 1
      shortSince ??= clock.monotonic()
      sayWhetherCallsBegin(error)
    },
    count: () => count,
    comeBack: () => {
      outageSince = undefined
    },
    end: () => {
      shortSince = undefined
      said.clear()
      log.info('charges can be stored again, and new calls begin')
    },
    mayBegin,
    sayWhetherCallsBegin,
    sayOnceAMinute,
  }
}
