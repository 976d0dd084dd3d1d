import { providerOf } from '#providers/index.ts'
import type { Options } from '../options.ts'
import { withoutSecrets } from '../words/upstream-words.ts'
import type { Channel } from './channel.ts'

/** An upstream's refusal as it came, before anything of it was reworded or mapped. */
export type ChannelFault = {
  channel: Channel
  /** The key that was used. */
  key: string
  status: number
  /** Whether the key or the account behind it is at fault, by the status and the words. */
  isOperators: boolean
  code: string
  type: string
  message: string
  /** What the client sent: asked for only when it matters. */
  request: () => string
}

/**
 * Whether an upstream's refusal means that the channel, or its key, is of no use any more: an answer is the reason, fit
 * to be stored and shown.
 */
export const disablingReason = (fault: ChannelFault, options: Options): string | undefined =>
  isRefused(fault) || hasKeyword(fault, options.get('AutomaticDisableKeywords')) ? reasonOf(fault) : undefined

const refusedStatus = 401
const refusedCodes = new Set(['invalid_api_key', 'account_deactivated', 'billing_not_active'])
const refusedTypes = new Set([
  'insufficient_quota',
  'insufficient_user_quota',
  'authentication_error',
  'permission_error',
  'forbidden',
])

const isRefused = ({ channel, status, code, type }: ChannelFault): boolean =>
  status === refusedStatus ||
  providerOf(channel.type).disablingStatuses?.includes(status) === true ||
  refusedCodes.has(code) ||
  refusedTypes.has(type)

/** A phrase that the client itself wrote may be no more than its echo, in whatever spelling it came back. */
const hasKeyword = (fault: ChannelFault, keywords: readonly string[]): boolean => {
  const message = lettersOf(fault.message)
  const found = keywords.map(lettersOf).filter((keyword) => keyword !== '' && message.includes(keyword))
  if (found.length === 0) return false
  const request = lettersOf(fault.request())
  return found.some((keyword) => !request.includes(keyword))
}

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')

const longestReason = 300

/** What it says, fit to be stored and shown. */
export const reasonOf = ({ channel, status, message }: ChannelFault): string =>
  `${status} ${shownMessage(channel, message)}`.trim()

/** One line of what an upstream wrote, fit to be shown. */
const shownMessage = (channel: Channel, message: string): string =>
  withoutSecrets(channel, message.replace(/[\s\p{Cc}]+/gu, ' ').trim()).slice(0, longestReason)
