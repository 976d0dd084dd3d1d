import { ApplicationError } from '#contract/errors.ts'
import type { Database } from '../../db/database.ts'
import {
  insertQuotaWarning,
  listWarnableUsers,
  removeQuotaWarning,
  type WarnableUser,
} from '../../db/quota-warnings.ts'
import { type Clock, nowSeconds } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import { quotaText } from '../money/quota-text.ts'
import type { Options } from '../options.ts'
import { readSetting } from '../user-setting-text.ts'
import { lowQuotaNotice, type NoticeMessage } from './notice-texts.ts'
import type { Notifications } from './notifications.ts'
import type { Outbox } from './outbox.ts'

/** Warns users whose quota fell below their threshold: once, until it has been above it again. */
export type QuotaWatch = {
  /** The user was charged. Called by the relay for every call, so it only takes a note. */
  note: (userId: number) => void
  /** Looks at everybody noted since the last time. */
  check: () => Promise<void>
}

type Parts = {
  database: Database
  options: Options
  notifications: Notifications
  outbox: Outbox
  clock: Clock
  log: Log
  siteAddress: string
}

const mostAtOnce = 500

export const createQuotaWatch = (parts: Parts): QuotaWatch => {
  const { database, options, notifications, outbox, clock, log, siteAddress } = parts
  let noted = new Set<number>()

  const look = async (user: WarnableUser) => {
    const threshold = readSetting(user.setting).quota_warning_threshold ?? options.get('QuotaRemindThreshold')
    if (user.quota >= threshold) {
      // The threshold was lowered: crossing the new one is worth a warning again.
      if (user.warnedAt !== null) await removeQuotaWarning(database.query, user.id, user.warnedAt)
      return
    }
    if (user.warnedAt !== null) return
    await database.transaction(async (transaction) => {
      const isFirst = await insertQuotaWarning(transaction, {
        user_id: user.id,
        threshold,
        created_at: nowSeconds(clock),
      })
      if (isFirst) await notifications.notifyUser(transaction, user, 'quota_exceed', warning(user.quota))
    })
    outbox.wake()
  }

  /** With a full outbox he is warned after his next charge. */
  const passOver =
    ({ id }: WarnableUser) =>
    (error: unknown) => {
      if (!(error instanceof ApplicationError) || error.code !== 'mail_busy') throw error
      log.error('a user was not warned of a low quota: too much is waiting to be sent', { user: id })
    }

  const warning = (quota: number): NoticeMessage =>
    lowQuotaNotice(quotaText(options, quota), `${options.get('ServerAddress') || siteAddress}/topup`)

  return {
    note: (userId) => {
      noted.add(userId)
    },
    check: async () => {
      const ids = [...noted]
      noted = new Set()
      try {
        for (let start = 0; start < ids.length; start += mostAtOnce) {
          const users = await listWarnableUsers(database.query, ids.slice(start, start + mostAtOnce))
          for (const user of users) await look(user).catch(passOver(user))
        }
      } catch (error) {
        // The database is away: they are looked at when it is back.
        for (const id of ids) noted.add(id)
        throw error
      }
    },
  }
}
