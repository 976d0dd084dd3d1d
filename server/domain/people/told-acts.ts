import { ApplicationError } from '#contract/errors.ts'
import { logTypes } from '#contract/log-types.ts'
import type { ActReason, UserAction } from '#contract/user-acts.ts'
import type { Executor, OpenTransaction } from '../../db/database.ts'
import type { UserRow } from '../../db/schema.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Domain } from '../domain.ts'
import { recordEvent } from '../events.ts'
import type { NoticeMessage } from '../messages/notifications.ts'

/** What the audit log keeps of a reason. */
export const reasonFields = ({ reason, tell }: ActReason): { reason?: string; told?: boolean } => ({
  ...(reason === '' ? {} : { reason }),
  ...(tell ? { told: true } : {}),
})

/** Why a banned user is not let in; what he was not told he does not learn by signing in. */
export const banError = ({ ban_told: why }: Pick<UserRow, 'ban_told'>): ApplicationError =>
  why ? new ApplicationError('account_banned_because', { why }) : new ApplicationError('account_banned')

const acts = {
  promote: {
    name: 'admin_made',
    ...{ en: 'You were made an admin.', zh: '您已被设为管理员。' },
  },
  demote: {
    name: 'admin_removed',
    ...{ en: 'You are no longer an admin.', zh: '您已不再是管理员。' },
  },
  disable: { name: 'account_banned', ...{ en: 'Your account was banned.', zh: '您的账户已被封禁。' } },
  enable: { name: 'account_unbanned', ...{ en: 'Your account is no longer banned.', zh: '您的账户已解除封禁。' } },
  delete: { name: 'account_deleted', ...{ en: 'Your account was deleted.', zh: '您的账户已被注销。' } },
} as const satisfies Record<UserAction, { name: string; en: string; zh: string }>

/** Writes what was done to an account into its own log. */
export const recordToldAct = (
  transaction: OpenTransaction,
  clock: Clock,
  user: UserRow,
  action: UserAction,
  reason: string,
): Promise<void> => {
  const { name, en } = acts[action]
  return recordEvent(transaction, clock, {
    type: logTypes.manage,
    userId: user.id,
    username: user.username,
    amount: 0,
    content: reason === '' ? en : `${en} Reason: ${reason}`,
    happened: { name, ...(reason === '' ? {} : { values: { reason } }) },
  })
}

export const actNotice = (action: UserAction, reason: string): NoticeMessage => noticeOf(acts[action], reason)

/** `before` and `after` as amounts are written. */
export const quotaNotice = (before: string, after: string, reason: string): NoticeMessage =>
  noticeOf(
    {
      en: `An admin changed your balance from ${before} to ${after}.`,
      zh: `管理员已将您的余额从 ${before} 调整为 ${after}。`,
    },
    reason,
    [before, after],
  )

const noticeOf = ({ en, zh }: { en: string; zh: string }, reason: string, values: string[] = []): NoticeMessage => ({
  title: { zh: '您的账户有变更', en: 'Your account was changed' },
  text: {
    zh: reason === '' ? zh : `${zh}原因：${reason}`,
    en: reason === '' ? en : `${en} Reason: ${reason}`,
  },
  values: [...values, reason],
})

type Post = Pick<Domain, 'notifications' | 'outbox' | 'log'> & { executor: Executor }

/** Tells the user where he wants to be told. What was done stays done when nothing can be sent. */
export const postNotice = async (
  { notifications, outbox, log, executor }: Post,
  user: UserRow,
  message: NoticeMessage,
): Promise<void> => {
  try {
    await notifications.notifyUser(executor, user, 'account_changed', message)
    outbox.wake()
  } catch (error) {
    log.warn('a user could not be told what was done to his account', { user: user.id, error })
  }
}
