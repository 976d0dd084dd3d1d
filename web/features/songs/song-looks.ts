import type { Text } from '../../lib/i18n.ts'
import { type Look, lookIn } from '../../ui/list/work-cells.tsx'

/** How what is made is named and coloured. */
const actions = {
  MUSIC: { key: 'actionMusic', tone: 'brand' },
  LYRICS: { key: 'actionLyrics', tone: 'lime' },
} as const satisfies Record<string, Look>

const statuses = {
  SUCCESS: { key: 'statusSuccess', tone: 'ok' },
  NOT_START: { key: 'statusNotStart', tone: 'muted' },
  SUBMITTED: { key: 'statusSubmitted', tone: 'warn' },
  QUEUED: { key: 'statusQueued', tone: 'orange' },
  IN_PROGRESS: { key: 'statusInProgress', tone: 'info' },
  FAILURE: { key: 'statusFailure', tone: 'bad' },
  UNKNOWN: { key: 'statusUnknown', tone: 'muted' },
  '': { key: 'statusHandingIn', tone: 'muted' },
} as const satisfies Record<string, Look>

export const actionLook = (action: string) => lookIn(actions, action)

/** What is made, in words; other platforms have words of their own. */
export const actionName = (action: string, t: Text<'songs'>): string => {
  const look = actionLook(action)
  return look ? t(look.key) : action
}

export const statusLook = (status: string) => lookIn(statuses, status) ?? statuses.UNKNOWN
