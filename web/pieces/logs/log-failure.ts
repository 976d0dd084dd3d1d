import { logTypes } from '#contract/log-types.ts'
import type { Log } from '#contract/logs.ts'
import type { Formats } from '../../lib/format.ts'
import type { Text } from '../../lib/i18n.ts'
import { otherOf } from './log-other.ts'

/** Whether the row is of a call that came to nothing. */
export const isFailed = (row: Log): boolean => row.type === logTypes.failed

/** What went wrong, in a few words. */
export const kindOfFailure = (row: Log, t: Text<'logs'>): string => {
  const kind = otherOf(row).failure?.kind ?? ''
  // seam: of a newer server's kind there are no words yet
  const key = kinds[kind as keyof typeof kinds]
  return key === undefined ? kind : t(key)
}

/** How many more there were in the same minute; empty where it was the only one. */
export const moreLike = (row: Log, t: Text<'logs'>, format: Formats): string => {
  const { again = 0 } = otherOf(row)
  return again === 0 ? '' : t('failedAgain', { count: again, number: format.number(again) })
}

const kinds = {
  key_unknown: 'failedKeyUnknown',
  key_spent: 'failedKeySpent',
  no_credit: 'failedNoCredit',
  forbidden: 'failedForbidden',
  model_unknown: 'failedModelUnknown',
  not_found: 'failedNotFound',
  method_unknown: 'failedMethodUnknown',
  upgrade_wanted: 'failedUpgradeWanted',
  request_invalid: 'failedRequestInvalid',
  request_unfit: 'failedRequestUnfit',
  context_too_long: 'failedContextTooLong',
  content_refused: 'failedContentRefused',
  body_too_large: 'failedBodyTooLarge',
  body_too_slow: 'failedBodyTooSlow',
  body_unreadable: 'failedBodyUnreadable',
  conflict: 'failedConflict',
  limited: 'failedLimited',
  unavailable: 'failedUnavailable',
  overloaded: 'failedOverloaded',
  upstream_failed: 'failedUpstream',
  upstream_slow: 'failedUpstreamSlow',
  internal: 'failedInternal',
  unimplemented: 'failedUnimplemented',
} as const
