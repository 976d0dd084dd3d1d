import { type ErrorCode, errors } from '#contract/errors.ts'
import type { relayErrors } from '#contract/errors-of-relay.ts'
import { type FailureKind, kindOfStatus } from '#protocols/failure-kinds.ts'

/** What each of our own refusals is to a dialect; the compiler asks for a line of every code that calls are refused with. */
const kinds: Readonly<Record<keyof typeof relayErrors, FailureKind>> = {
  key_missing: 'key_unknown',
  keys_differ: 'request_invalid',
  key_invalid: 'key_unknown',
  key_expired: 'key_spent',
  key_exhausted: 'no_credit',
  key_disabled: 'key_spent',
  address_forbidden: 'forbidden',
  channel_pin_forbidden: 'forbidden',
  channel_pin_invalid: 'request_invalid',
  channel_pin_disabled: 'forbidden',
  group_forbidden: 'forbidden',
  model_forbidden: 'forbidden',
  model_not_in_group: 'forbidden',
  model_missing: 'request_invalid',
  model_unknown: 'model_unknown',
  model_unpriced: 'forbidden',
  channels_resting: 'unavailable',
  model_requests_too_many: 'limited',
  model_successes_too_many: 'limited',
  sensitive_words_detected: 'content_refused',
  sensitive_words_in_answer: 'content_refused',
  request_invalid: 'request_invalid',
  quota_insufficient: 'no_credit',
  token_quota_insufficient: 'no_credit',
  channel_none: 'unavailable',
  operation_unserved: 'not_found',
  response_missing: 'not_found',
  response_running: 'conflict',
  previous_response_not_found: 'request_invalid',
  response_not_cancellable: 'request_invalid',
  response_not_streamable: 'request_invalid',
  response_channel_gone: 'not_found',
  thing_missing: 'not_found',
  thing_channel_gone: 'not_found',
  batch_running: 'conflict',
  video_unfinished: 'conflict',
  address_expired: 'forbidden',
  files_unserved: 'not_found',
  own_files_full: 'body_too_large',
  things_apart: 'request_invalid',
  things_too_many: 'request_invalid',
  prompt_too_long: 'context_too_long',
  endpoint_not_implemented: 'unimplemented',
  upgrade_required: 'upgrade_wanted',
  realtime_idle: 'body_too_slow',
  realtime_too_long: 'body_too_slow',
  realtime_model_fixed: 'request_invalid',
  live_unserved: 'model_unknown',
  realtime_unserved: 'not_found',
  live_token_used: 'key_spent',
  upstream_hidden: 'upstream_failed',
  upstream_account_refused: 'upstream_failed',
  upstream_model_unknown: 'model_unknown',
  upstream_unreachable: 'upstream_failed',
  upstream_broke_off: 'upstream_failed',
  upstream_timeout: 'upstream_slow',
  upstream_malformed: 'upstream_failed',
  upstream_saturated: 'limited',
  bodies_of_user_too_many: 'limited',
  bodies_too_many: 'unavailable',
  stream_gateway_stopped: 'unavailable',
  stream_out_of_quota: 'no_credit',
}

const isOfRelay = (code: ErrorCode): code is keyof typeof relayErrors => Object.hasOwn(kinds, code)

/** What console and relay share says it by its status. */
export const kindOfCode = (code: ErrorCode): FailureKind => {
  if (isOfRelay(code)) return kinds[code]
  const { status } = errors[code]
  return status === 401 ? 'key_spent' : kindOfStatus(status)
}
