import type { ErrorCode } from '#contract/errors.ts'
import type { Database } from '../../db/database.ts'
import { findUserByLogin } from '../../db/users.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import { recordAct } from '../audit.ts'

/** Somebody who tried to get in, or to pass for whom he is signed in as, and did not. */
type FailedSignin = {
  /** Which call it was. */
  path: string
  reason: ErrorCode
  address: string
  /** Whoever is signed in with it. */
  user?: { id: number; username: string } | undefined
  /** The name or address that was typed: only the account it belongs to is written down, as it may be a password. */
  name: string
}

export type FailedSignins = {
  /** Writes it down when there is time for it: the answer must not tell by its time whose name it was. */
  note: (failure: FailedSignin) => void
  /** Writes down how often what was noted came again, once its time is over. */
  rollUp: () => Promise<void>
}

const spanMs = 600_000
/** So many rows a span are written of single failures; what comes on top of them is only counted. */
const mostRows = 50

type Told = { failure: FailedSignin; again: number }
type Parts = { database: Database; clock: Clock; log: Log }

/** The audit of failed sign-ins: a flood of them takes a bounded number of rows. */
export const createFailedSignins = ({ database, clock, log }: Parts): FailedSignins => {
  let told = new Map<string, Told>()
  let others = 0
  let beganAt = clock.monotonic()

  const write = async ({ path, reason, address, user, name }: FailedSignin, again?: number) => {
    const owner = user ?? (name === '' ? undefined : await findUserByLogin(database.query, name))
    const actor = { id: user?.id ?? 0, name: user?.username ?? '', address }
    await recordAct(database.query, clock, actor, {
      action: 'signin.fail',
      target: owner === undefined ? 'unknown' : `user:${owner.id}`,
      after: { path, reason, ...(again === undefined ? {} : { again }) },
    })
  }

  const rollUp = async () => {
    if (clock.monotonic() - beganAt < spanMs) return
    const [over, uncounted] = [[...told.values()], others]
    told = new Map()
    others = 0
    beganAt = clock.monotonic()
    for (const { failure, again } of over) if (again > 0) await write(failure, again)
    if (uncounted === 0) return
    const flood = { action: 'signin.fail', target: 'unknown', after: { again: uncounted } } as const
    await recordAct(database.query, clock, { id: 0, name: '', address: '' }, flood)
  }

  const take = async (failure: FailedSignin) => {
    await rollUp()
    const { path, reason, address, user, name } = failure
    const key = JSON.stringify([path, reason, address, user?.id ?? name.toLowerCase()])
    const known = told.get(key)
    if (known) known.again += 1
    else if (told.size >= mostRows) others += 1
    else {
      told.set(key, { failure, again: 0 })
      await write(failure)
    }
  }

  return {
    note: (failure) => {
      const short = { ...failure, name: failure.name.slice(0, 254) }
      take(short).catch((error: unknown) => log.error('a failed sign-in could not be written down', { error }))
    },
    rollUp,
  }
}
