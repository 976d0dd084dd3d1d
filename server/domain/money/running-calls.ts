import { setImmediate } from 'node:timers/promises'
import { deleteRunningCalls, keepRunningCalls } from '../../db/settling/running-calls.ts'
import type { Settlement } from '../../db/settling/settlement.ts'
import { randomBytesText } from '../../lib/identifiers.ts'
import type { Log } from '../../lib/log.ts'
import { removeFrom } from '../../lib/remove-from.ts'
import { createLeftCalls, longestSilenceMs, type RunningCallsParts } from './orphaned-calls.ts'
import { chargeRemainders } from './remaining-charges.ts'

/** A call at an upstream. Its process may be killed at any moment, and then it costs what had come of it. */
export type RunningCall = {
  /** On the clock that only goes forward. */
  readonly begunAt: number
  /** The charge and the row it would leave if it were cut off now; undefined: nothing new. */
  cutOff: () => Settlement | undefined
  /** What it was charged in the end. */
  settled: Settlement | undefined
  /** The request id under which it is known on disk. */
  noted: string | undefined
  hasEnded: boolean
}

/** Keeps on disk what runs for longer than a second, and what came of it. */
export type RunningCalls = {
  begin: (call: RunningCall) => void
  /** After its charge is durable, or nothing is to be charged. */
  end: (call: RunningCall) => void
  /** Charges what processes that have ended left behind. */
  chargeLeft: () => Promise<void>
  /** Forgets what has ended. */
  close: () => Promise<void>
}

/** Shorter ones are not written: they cost what they did before there was this. */
const shortestMs = 1000
/** Every other time only what is new is written. */
const tickMs = 500
/** Others get their turn after so many. */
const calmly = 200
/** While the database is away. Rows that stay are known by their charge, and go when this process has ended. */
const mostEnded = 20_000

export const createRunningCalls = (parts: RunningCallsParts): RunningCalls => {
  const { database, accounts, clock, log } = parts
  const holder = randomBytesText(9)
  const open: RunningCall[] = []
  let ended: string[] = []
  let beat = 0
  let isForAll = false
  let writing: Promise<void> | undefined
  let isFailing = false
  /** Until when it is certain that nobody has taken this process for ended. */
  let knownUntil = Number.POSITIVE_INFINITY

  const gather = async (): Promise<Settlement[]> => {
    const latest = clock.monotonic() - shortestMs
    const settlements: Settlement[] = []
    for (const [index, call] of open.slice().entries()) {
      if (call.hasEnded || call.begunAt > latest || (call.noted !== undefined && !isForAll)) continue
      const settlement = chargeIfCutOff(call, log)
      if (settlement !== undefined) {
        settlements.push(settlement)
        call.noted = settlement.requestId
      }
      if (index % calmly === calmly - 1) await setImmediate()
    }
    return settlements
  }

  /** Whether there was anything to be written. */
  const write = async (): Promise<boolean> => {
    const begunAt = clock.monotonic()
    beat += 1
    const settlements = await gather()
    await keepRunningCalls(database.query, { holder, beat }, settlements)
    if (settlements.length > 0) knownUntil = begunAt + longestSilenceMs
    const over = ended
    ended = []
    try {
      await deleteRunningCalls(database.query, holder, over)
    } catch (error) {
      ended = [...over, ...ended].slice(-mostEnded)
      throw error
    }
    return settlements.length > 0 || over.length > 0
  }

  const failed = (error: unknown): void => {
    if (!isFailing)
      log.warn('what is under way cannot be noted, and costs nothing if this process is killed', { error })
    isFailing = true
  }

  const noted = (isSomething: boolean): void => {
    if (!isSomething) return
    if (isFailing) log.info('what is under way is noted again')
    isFailing = false
  }

  const tick = (): void => {
    if (writing !== undefined) return
    isForAll = !isForAll
    if (open.length === 0 && ended.length === 0) return
    writing = write()
      .then(noted, failed)
      .finally(() => {
        writing = undefined
      })
  }

  const ticking = setInterval(tick, tickMs).unref()
  const left = createLeftCalls({ ...parts, holder })

  /** Whoever took this process for ended has charged what was known of the call: what else it came to is left. */
  const chargeRest = (settlement: Settlement): void => {
    chargeRemainders({ database, accounts }, [settlement]).catch((error: unknown) =>
      log.error('the rest of a call could not be charged', { requestId: settlement.requestId, error }),
    )
  }

  return {
    begin: (call) => {
      open.push(call)
    },
    end: (call) => {
      call.hasEnded = true
      removeFrom(open, call)
      if (call.noted === undefined) return
      ended.push(call.noted)
      if (call.settled !== undefined && clock.monotonic() > knownUntil) chargeRest(call.settled)
    },
    chargeLeft: left.charge,
    close: async () => {
      clearInterval(ticking)
      await writing
      await deleteRunningCalls(database.query, holder, ended).catch(failed)
    },
  }
}

/** One that cannot be priced keeps back no other. */
const chargeIfCutOff = (call: RunningCall, log: Log): Settlement | undefined => {
  try {
    return call.cutOff()
  } catch (error) {
    log.debug('what a call came to so far cannot be told', { error })
    return undefined
  }
}
