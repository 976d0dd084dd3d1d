import type { Tone } from '../../ui/badge.tsx'

type Look = { key: string; tone: Tone }

/** How what is made is named and coloured; other platforms have words of their own. */
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

export const actionLook = (action: string) => (isKeyOf(actions, action) ? actions[action] : undefined)

export const statusLook = (status: string) => (isKeyOf(statuses, status) ? statuses[status] : statuses.UNKNOWN)

export const isRunning = (status: string): boolean => status !== 'SUCCESS' && status !== 'FAILURE'

export const progressTone = (status: string) =>
  status === 'SUCCESS' ? 'done' : status === 'FAILURE' ? 'failed' : 'running'

const isKeyOf = <Table extends object>(table: Table, key: PropertyKey): key is keyof Table => Object.hasOwn(table, key)
