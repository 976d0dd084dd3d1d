import type { Language } from '#contract/languages.ts'
import type { UserSetting } from '#contract/user.ts'
import type { Database, Executor } from '../../db/database.ts'
import { findRoot } from '../../db/users.ts'
import { type Clock, nowSeconds } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import type { SlidingWindow } from '../../lib/sliding-window.ts'
import type { Vault } from '../../lib/vault.ts'
import type { Options } from '../options.ts'
import { openSetting } from '../user-setting-text.ts'
import { canSendMail } from './mail.ts'
import type { NoticeMessage } from './notice-texts.ts'
import type { Delivery, Letter, Outbox } from './outbox.ts'

/** What a notice is about: receivers of webhooks tell by it what happened. */
type NoticeKind = 'quota_exceed' | 'account_changed' | 'channel_test' | 'price_lists' | `channel_update_${number}`

/** A user as far as notices need him: a row of `users`. */
type Notified = { id: number; email: string; setting: string }

/** Tells users and the super admin, by mail or webhook and in the language as they chose, what they should know. */
export type Notifications = {
  /** Puts the notice on its way as a part of a transaction. A user whom nothing reaches is passed over. */
  notifyUser: (executor: Executor, user: Notified, kind: NoticeKind, message: NoticeMessage) => Promise<void>
  /**
   * Tells the super admin. Never throws and nobody waits for it; the same notice within ten minutes is told once, by
   * all nodes together.
   */
  notifyRoot: (kind: NoticeKind, message: NoticeMessage) => void
}

type Parts = {
  database: Database
  options: Options
  outbox: Outbox
  vault: Vault
  window: SlidingWindow
  clock: Clock
  log: Log
}

const minute = 60_000
const daySeconds = 86_400
/** A notice goes to an address that its user made up: it must not become a flood for somebody else. */
const mostNotices = { times: 6, within: 60 * minute }

export const createNotifications = (parts: Parts): Notifications => {
  const { database, options, outbox, vault, window, clock, log } = parts
  const deliveryTo = (user: Notified, kind: NoticeKind, message: NoticeMessage): Delivery | undefined => {
    const setting = openSetting(user.setting, vault)
    const common = { purpose: kind, goodForSeconds: daySeconds }
    if (setting.notify_type === 'webhook') {
      if (setting.webhook_url === '') return undefined
      const body = JSON.stringify(
        webhookBody(kind, message, { language: setting.language, timestamp: nowSeconds(clock) }),
      )
      return { ...common, kind: 'webhook', call: { url: setting.webhook_url, secret: setting.webhook_secret, body } }
    }
    const to = mailAddressOf(user, setting)
    return to === '' || !canSendMail(options)
      ? undefined
      : { ...common, kind: 'mail', letter: letterTo(to, setting.language, message) }
  }

  const notifyUser: Notifications['notifyUser'] = async (executor, user, kind, message) => {
    const delivery = deliveryTo(user, kind, message)
    if (delivery === undefined) {
      log.info('a notice reaches nobody: the user has neither address nor webhook, or no mail can be sent', {
        user: user.id,
        kind,
      })
      return
    }
    const taken = await window.take(`user:${user.id}`, mostNotices.times, mostNotices.within)
    if (taken.allowed) await outbox.put(executor, delivery)
    else log.warn('a notice was dropped: the user had too many', { user: user.id, kind })
  }

  const tellRoot = async (kind: NoticeKind, message: NoticeMessage) => {
    const taken = await window.take(`root:${kind}:${message.title.en}`, 1, 10 * minute)
    if (!taken.allowed) return
    log.warn('a notice for the super admin', { kind, title: message.title.en, text: message.text.en })
    const root = await findRoot(database.query)
    const delivery = root && deliveryTo(root, kind, message)
    if (delivery) await outbox.post(delivery)
  }

  return {
    notifyUser,
    notifyRoot: (kind, message) => {
      tellRoot(kind, message).catch((error: unknown) =>
        log.error('the super admin could not be told', { kind, title: message.title.en, error }),
      )
    },
  }
}

const mailAddressOf = (user: Notified, setting: UserSetting): string => setting.notification_email || user.email

/** Without a language of his own the reader has both of the server's. */
const letterTo = (to: string, language: Language | undefined, { title, text }: NoticeMessage): Letter =>
  language === undefined
    ? { about: 'notice', to, title, text }
    : { about: 'notice_in_language', to, language, title: title[language], text: text[language] }

type Spoken = { language: Language | undefined; timestamp: number }

const webhookBody = (
  kind: NoticeKind,
  { title, text, values = [] }: NoticeMessage,
  { language, timestamp }: Spoken,
) => ({
  type: kind,
  title: language === undefined ? `${title.zh} / ${title.en}` : title[language],
  content: language === undefined ? `${text.zh}\n${text.en}` : text[language],
  values,
  timestamp,
})
