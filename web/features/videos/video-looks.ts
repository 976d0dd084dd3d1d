import { type Look, lookIn } from '../../ui/list/work-cells.tsx'

const actions = {
  VIDEO: { key: 'actionVideo', tone: 'brand' },
  REMIX: { key: 'actionRemix', tone: 'lime' },
  EDIT: { key: 'actionEdit', tone: 'orange' },
  EXTENSION: { key: 'actionExtension', tone: 'info' },
} as const satisfies Record<string, Look>

const statuses = {
  SUCCESS: { key: 'statusSuccess', tone: 'ok' },
  QUEUED: { key: 'statusQueued', tone: 'orange' },
  IN_PROGRESS: { key: 'statusInProgress', tone: 'info' },
  FAILURE: { key: 'statusFailure', tone: 'bad' },
} as const satisfies Record<string, Look>

export const actionLook = (action: string) => lookIn(actions, action) ?? actions.VIDEO

export const statusLook = (status: string) => lookIn(statuses, status) ?? statuses.QUEUED
