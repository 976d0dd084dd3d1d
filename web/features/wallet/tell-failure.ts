import { ApiError } from '../../lib/api.ts'
import type { Text } from '../../lib/i18n.ts'
import { notify } from '../../lib/notify.ts'
import { notifyFailure } from '../../lib/query.ts'

/** The server's sentence when it declined; anything else is a request that failed. */
export const tellFailure = (error: unknown, t: Text<'wallet'>): void => {
  if (error instanceof ApiError && error.kind === 'refused') notifyFailure(error)
  else notify.error(error instanceof ApiError ? `${t('requestFailed')} ${error.reason}` : t('requestFailed'))
}
