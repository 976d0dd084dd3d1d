import type { Text } from '../../lib/i18n.ts'
import { songActions } from '../../pieces/tasks/task-actions.ts'
import { type Look, lookIn } from '../../ui/list/work-cells.tsx'

export const songStatuses = {
  SUCCESS: { key: 'statusSuccess', tone: 'ok' },
  NOT_START: { key: 'statusNotStart', tone: 'muted' },
  SUBMITTED: { key: 'statusSubmitted', tone: 'warn' },
  QUEUED: { key: 'statusQueued', tone: 'orange' },
  IN_PROGRESS: { key: 'statusInProgress', tone: 'info' },
  FAILURE: { key: 'statusFailure', tone: 'bad' },
  UNKNOWN: { key: 'statusUnknown', tone: 'muted' },
  '': { key: 'statusHandingIn', tone: 'muted' },
} as const satisfies Record<string, Look>

export const actionLook = (action: string) => lookIn(songActions, action)

/** What is made, in words; other platforms have words of their own. */
export const actionName = (action: string, t: Text<'songs'>): string => {
  const look = actionLook(action)
  return look ? t(look.key) : action
}

export const statusLook = (status: string) => lookIn(songStatuses, status) ?? songStatuses.UNKNOWN
