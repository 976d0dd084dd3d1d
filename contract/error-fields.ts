import type { ErrorValues } from './error-reasons.ts'
import type { ErrorCode } from './errors.ts'

/** What each refusal is about, where that is one field of what was sent: a form shows it there. */
const fields: { readonly [Code in ErrorCode]?: string } = {
  setup_code_wrong: 'code',
  username_taken: 'username',
  username_invalid: 'username',
  password_length: 'password',
  password_common: 'password',
  password_like_name: 'password',
  password_current_wrong: 'original_password',
  email_code_wrong: 'code',
  email_taken: 'email',
  email_invalid: 'email',
  email_domain_refused: 'email',
  email_alias_refused: 'email',
  group_missing: 'group',
  balance_full: 'quota',
  user_quota_changed: 'quota',
  token_expired: 'expired_time',
  token_exhausted: 'remain_quota',
  token_group_forbidden: 'group',
  channel_key_missing: 'key',
  webhook_url_missing: 'webhook_url',
  webhook_url_refused: 'webhook_url',
  redemption_key_taken: 'key',
  transfer_too_small: 'quota',
  transfer_insufficient: 'quota',
}

/** The field that a refusal is about; of a member of it, the field. */
export const fieldOfError = (code: ErrorCode, values: ErrorValues): string | undefined =>
  typeof values.field === 'string' ? values.field.split('.')[0] : fields[code]
