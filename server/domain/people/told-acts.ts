import { ApplicationError } from '#contract/errors.ts'
import { logTypes } from '#contract/log-types.ts'
import type { ActReason, UserAction } from '#contract/user-acts.ts'
import type { Executor, OpenTransaction } from '../../db/database.ts'
import type { UserRow } from '../../db/schema.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Domain } from '../domain.ts'
import { recordEvent } from '../events.ts'
import { accountNotice, type NoticeMessage, type Worded } from '../messages/notice-texts.ts'

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
    told: {
      en: 'You were made an admin.',
      zh: '您已被设为管理员。',
      ja: '管理者に設定されました。',
      fr: 'Vous avez été nommé administrateur.',
      ru: 'Вы назначены администратором.',
      vi: 'Bạn đã được đặt làm quản trị viên.',
    },
  },
  demote: {
    name: 'admin_removed',
    told: {
      en: 'You are no longer an admin.',
      zh: '您已不再是管理员。',
      ja: '管理者から解除されました。',
      fr: 'Vous n’êtes plus administrateur.',
      ru: 'Вы больше не администратор.',
      vi: 'Bạn không còn là quản trị viên.',
    },
  },
  disable: {
    name: 'account_banned',
    told: {
      en: 'Your account was banned.',
      zh: '您的账户已被封禁。',
      ja: 'アカウントの利用が停止されました。',
      fr: 'Votre compte a été bloqué.',
      ru: 'Ваш аккаунт заблокирован.',
      vi: 'Tài khoản của bạn đã bị cấm.',
    },
  },
  enable: {
    name: 'account_unbanned',
    told: {
      en: 'Your account is no longer banned.',
      zh: '您的账户已解除封禁。',
      ja: 'アカウントの利用停止が解除されました。',
      fr: 'Votre compte n’est plus bloqué.',
      ru: 'Ваш аккаунт разблокирован.',
      vi: 'Tài khoản của bạn đã được bỏ cấm.',
    },
  },
  delete: {
    name: 'account_deleted',
    told: {
      en: 'Your account was deleted.',
      zh: '您的账户已被注销。',
      ja: 'アカウントが削除されました。',
      fr: 'Votre compte a été supprimé.',
      ru: 'Ваш аккаунт удалён.',
      vi: 'Tài khoản của bạn đã bị xóa.',
    },
  },
} as const satisfies Record<UserAction, { name: string; told: Worded }>

/** Writes what was done to an account into its own log. */
export const recordToldAct = (
  transaction: OpenTransaction,
  clock: Clock,
  user: UserRow,
  action: UserAction,
  reason: string,
): Promise<void> => {
  const { name } = acts[action]
  return recordEvent(transaction, clock, {
    type: logTypes.manage,
    userId: user.id,
    username: user.username,
    amount: 0,
    content: actNotice(action, reason).text.en,
    happened: { name, ...(reason === '' ? {} : { values: { reason } }) },
  })
}

export const actNotice = (action: UserAction, reason: string): NoticeMessage => accountNotice(acts[action].told, reason)

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
