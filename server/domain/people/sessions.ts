import type { Database } from '../../db/database.ts'
import { foundInTime } from '../../db/failures.ts'
import {
  deleteExpiredSessions,
  deleteSession,
  findSession,
  insertSession,
  markSessionProved,
} from '../../db/sessions.ts'
import { type Clock, nowSeconds } from '../../lib/clock.ts'
import { randomBytesText } from '../../lib/identifiers.ts'
import { createKnownValues } from '../../lib/known-values.ts'
import type { Log } from '../../lib/log.ts'
import type { Signals } from '../../lib/signals.ts'
import type { Vault } from '../../lib/vault.ts'
import { broadcast } from '../broadcast.ts'

/** `provedAt` says when its user signed in or last gave his password, in Unix seconds. */
type Session = { idHash: string; userId: number; provedAt: number }

/** Logins. They live on the server; the client holds a random id, of which only the fingerprint is kept: another secret ends all. */
export type Sessions = {
  /** Answers the new session's id. */
  begin: (facts: { userId: number; address: string; agent: string }) => Promise<string>
  find: (id: string) => Promise<Session | undefined>
  /** Its user has just shown again who he is. */
  prove: (session: Session) => Promise<void>
  end: (session: Session) => Promise<void>
  /** After a transaction deleted sessions of the user. */
  forgetUser: (userId: number) => void
  /** Forgets sessions that have run out. */
  sweep: () => Promise<void>
}

export const sessionSeconds = 30 * 24 * 60 * 60
/** How long a session read is believed: so long may its end go unnoticed here when word of it was lost. */
const believedMilliseconds = 2000
const capacity = 10_000

type Parts = { database: Database; signals: Signals; vault: Vault; clock: Clock; log: Log }

type Known = { session: Session; expiresAt: number; readAt: number }

/** Reads sessions through a short memory; what ends on any node is forgotten here at once. */
export const createSessions = ({ database, signals, vault, clock, log }: Parts): Sessions => {
  const hashId = (id: string) => vault.fingerprint(`session:${id}`)
  const known = createKnownValues<string, Known>({
    read: async (idHash) => {
      const row = await foundInTime(findSession(database.query, idHash))
      if (row === undefined || row.expires_at <= nowSeconds(clock)) return undefined
      const session = { idHash, userId: row.user_id, provedAt: row.proved_at }
      return { session, expiresAt: row.expires_at, readAt: clock.monotonic() }
    },
    idOf: ({ session }) => session.userId,
    capacity,
  })
  const tell = broadcast(
    { signals, log },
    {
      topic: 'sessions',
      follow: (ids) => {
        if (ids === undefined) known.forgetAll()
        else for (const id of ids) known.forget(id)
      },
    },
  )
  const forgetUser = (userId: number) => void tell([userId])

  return {
    begin: async ({ userId, address, agent }) => {
      const id = randomBytesText(32)
      const now = nowSeconds(clock)
      await insertSession(database.query, {
        id_hash: hashId(id),
        user_id: userId,
        created_at: now,
        expires_at: now + sessionSeconds,
        address,
        agent: agent.slice(0, 255),
        proved_at: now,
      })
      return id
    },
    find: async (id) => {
      const idHash = hashId(id)
      const kept = known.get(idHash)
      const isBelieved = kept !== undefined && clock.monotonic() - kept.readAt < believedMilliseconds
      const found = isBelieved ? kept : await known.load(idHash)
      return found !== undefined && found.expiresAt > nowSeconds(clock) ? found.session : undefined
    },
    prove: async ({ idHash, userId }) => {
      await markSessionProved(database.query, idHash, nowSeconds(clock))
      forgetUser(userId)
    },
    end: async ({ idHash, userId }) => {
      await deleteSession(database.query, idHash)
      forgetUser(userId)
    },
    forgetUser,
    sweep: async () => {
      await deleteExpiredSessions(database.query, nowSeconds(clock))
    },
  }
}
