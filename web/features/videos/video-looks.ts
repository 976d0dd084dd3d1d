import { videoActions } from '../../pieces/tasks/task-actions.ts'
import { type Look, lookIn } from '../../ui/list/work-cells.tsx'

export const videoStatuses = {
  SUCCESS: { key: 'statusSuccess', tone: 'ok' },
  QUEUED: { key: 'statusQueued', tone: 'orange' },
  IN_PROGRESS: { key: 'statusInProgress', tone: 'info' },
  FAILURE: { key: 'statusFailure', tone: 'bad' },
} as const satisfies Record<string, Look>

export const actionLook = (action: string) => lookIn(videoActions, action) ?? videoActions.VIDEO

export const statusLook = (status: string) => lookIn(videoStatuses, status) ?? videoStatuses.QUEUED
