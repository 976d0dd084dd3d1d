import type { Text } from '../../lib/i18n.ts'
import { drawingActions } from '../../pieces/tasks/task-actions.ts'
import { type Look, lookIn } from '../../ui/list/work-cells.tsx'

export const drawingStatuses = {
  SUCCESS: { key: 'statusSuccess', tone: 'ok' },
  NOT_START: { key: 'statusNotStart', tone: 'muted' },
  SUBMITTED: { key: 'statusSubmitted', tone: 'warn' },
  IN_PROGRESS: { key: 'statusInProgress', tone: 'info' },
  FAILURE: { key: 'statusFailure', tone: 'bad' },
  MODAL: { key: 'statusModal', tone: 'orange' },
} as const satisfies Record<string, Look>

/** What came of handing it in; whatever has no word of its own was not taken. */
const codes = {
  1: { key: 'codeSubmitted', tone: 'ok' },
  21: { key: 'codeWaiting', tone: 'lime' },
  22: { key: 'codeDuplicate', tone: 'orange' },
} as const satisfies Record<string, Look>

export const actionLook = (action: string) => lookIn(drawingActions, action)

/** What is done, in words; other services have words of their own. */
export const actionName = (action: string, t: Text<'drawings'>): string => {
  const look = actionLook(action)
  return look ? t(look.key) : action
}

export const statusLook = (status: string) => lookIn(drawingStatuses, status)

export const codeLook = (code: number) => lookIn(codes, code) ?? ({ key: 'codeRefused', tone: 'bad' } as const)
