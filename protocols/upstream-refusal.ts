import type { PromptLength, UpstreamProblem } from './failure.ts'
import { type FailureKind, kindOfStatus } from './failure-kinds.ts'

/**
 * What an upstream's refusal is about, whichever dialect it was told in. `account` is the operator's own fault: a key
 * that is not taken, rights that are missing, an account without money. No client can do anything about it. Without
 * words a 403 may be about anything: only with them it is certain that the next call fares no better.
 */
export type UpstreamRefusal =
  | { about: 'account'; isCertain: boolean }
  | { about: 'length'; length: PromptLength | undefined }
  | { about: 'request'; kind: FailureKind }

export const refusalOf = (status: number, problem: UpstreamProblem): UpstreamRefusal => {
  const message = problem.message.slice(0, longestRead)
  const words = [problem.type, problem.code].filter((word) => word !== undefined).map((word) => wordOf(String(word)))
  const isAny = (known: ReadonlySet<string>) => words.some((word) => known.has(word))
  if (isAny(contentWords) || contentSentence.test(message)) {
    return { about: 'request', kind: 'content_refused' }
  }
  const saysAccount = isAny(accountWords) || accountSentence.test(message)
  if (saysAccount || accountStatuses.has(status)) return { about: 'account', isCertain: saysAccount || status !== 403 }
  if (status === 400 || status === 413 || status === 422 || status >= 500) {
    const length = lengthIn(message)
    if (length !== undefined || isAny(lengthWords) || lengthSentence.test(message)) {
      return { about: 'length', length }
    }
  }
  if (status === 404 && (isAny(modelWords) || modelSentence.test(message))) {
    return { about: 'request', kind: 'model_unknown' }
  }
  // So long nobody waited for the upstream's own sake: it was late itself.
  if (status === 408 || status === 524) return { about: 'request', kind: 'upstream_slow' }
  return { about: 'request', kind: kindOfStatus(status) }
}

/** Whatever it is about stands at the beginning. */
const longestRead = 2_000

/** Makers write the same word in capitals, with low lines, with dots or in one. */
const wordOf = (word: string): string => word.toLowerCase().replace(/[^a-z0-9]/g, '')

const setOf = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).map(wordOf))

const accountStatuses: ReadonlySet<number> = new Set([401, 402, 403])

const accountWords = setOf(`
  invalid_api_key API_KEY_INVALID authentication_error invalid_authentication_error incorrect_api_key_error
  permission_error permission_denied access_denied UNAUTHENTICATED account_deactivated billing_not_active
  billing_hard_limit_reached billing_error insufficient_quota insufficient_user_quota exceeded_current_quota_error
  insufficient_balance insufficient_credits Arrearage AccountOverdueError organization_disabled
  SERVICE_DISABLED CONSUMER_INVALID BILLING_DISABLED UnrecognizedClientException AccessDeniedException
  invalid_iam_token`)

/** Only where the sentence begins with it: further in, it may repeat what the client wrote. */
const accountSentence =
  /^(?:your credit balance is too low|your account is (?:in arrears|overdue|not active|deactivated)|this organization has been disabled|api key (?:not valid|not found|expired)|incorrect api key|insufficient (?:balance|credits|account balance)|invalid api key|no auth credentials)/i

const contentWords = setOf(`
  content_policy_violation content_filter moderation_blocked data_inspection_failed DataInspectionFailed
  ResponsibleAIPolicyViolation prompt_blocked content_blocked sensitive_words_detected image_generation_user_error
  SensitiveContentDetected InputTextSensitiveContentDetected safety_violation`)

const contentSentence =
  /^(?:your request was (?:rejected|flagged|blocked) (?:as a result of|by|because of) (?:our|the) (?:safety|content|moderation)|output blocked by content filtering|content violates usage guidelines|request blocked:)/i

const lengthWords = setOf(`
  context_length_exceeded context_window_exceeded exceed_context_size_error string_above_max_length
  max_prompt_tokens_exceeded model_context_window_exceeded context_too_large`)

const lengthSentence =
  /exceeds? (?:the )?(?:available |maximum )?context (?:size|window|length|limit)|context window exceeds|prompt is too long|input is too long for|exceeds the maximum number of tokens|prompt exceeds max length|input (?:token )?length too long|reduce the length of the (?:messages|prompt|input)|range of input length should be/i

/** Both figures in either order, as each maker says them; the first of a pattern is what was asked unless turned. */
const lengths: readonly { pattern: RegExp; isTurned?: true }[] = [
  { pattern: /prompt is too long: (\d+) tokens > (\d+)/i },
  { pattern: /input token count \(?(\d+)\)? exceeds the maximum number of tokens allowed \(?(\d+)/i },
  {
    pattern: /maximum context length is (\d+) tokens[\s\S]{0,40}?(?:requested|resulted in|has|have)[^\d]{0,40}(\d+)/i,
    isTurned: true,
  },
  { pattern: /maximum prompt length is (\d+) but the request contains (\d+)/i, isTurned: true },
  { pattern: /token limit: (\d+) \(requested: (\d+)\)/i, isTurned: true },
  { pattern: /prompt contains (\d+) tokens[\s\S]{0,80}?(\d+) maximum context length/i },
  { pattern: /request \((\d+) tokens\) exceeds the available context size \((\d+)/i },
  {
    pattern:
      /(?:prompt|input|context|messages?)[^\d]{0,60}(\d+) tokens[^\d]{0,40}(?:exceeds?|more than|>)[^\d]{0,60}(\d+)/i,
  },
]

const lengthIn = (message: string): PromptLength | undefined => {
  for (const { pattern, isTurned } of lengths) {
    const [, first, second] = pattern.exec(message) ?? []
    if (first === undefined || second === undefined) continue
    const [tokens, most] = isTurned ? [Number(second), Number(first)] : [Number(first), Number(second)]
    if (tokens > most) return { tokens, most }
  }
  return undefined
}

const modelWords = setOf(
  'model_not_found ModelNotFound model_not_exist InvalidEndpointOrModel.NotFound DeploymentNotFound',
)

const modelSentence = /\bmodels?\b[\s\S]{0,160}(?:not found|does not exist|is not supported|not exist)|^model: /i
