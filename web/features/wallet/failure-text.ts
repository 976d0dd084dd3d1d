import { ApiError } from '../../lib/api.ts'
import type { Text } from '../../lib/i18n.ts'

/** The server's sentence when it declined; anything else is a request that failed. */
export const failureText = (error: unknown, t: Text<'wallet'>): string => {
  if (!(error instanceof ApiError)) return t('requestFailed')
  return error.kind === 'refused' ? error.message : `${t('requestFailed')} ${error.reason}`
}
