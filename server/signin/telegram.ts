import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { ApplicationError } from '#contract/errors.ts'
import type { Options } from '../domain/options.ts'
import { type Clock, nowSeconds } from '../lib/clock.ts'
import type { ExternalAccount } from './external-account.ts'

/** Beside what the bot signed, the client says its language. */
const unsigned = new Set(['hash', 'lang'])
const isHash = /^[0-9a-f]{64}$/
const isId = /^[1-9]\d{0,18}$/
const isTime = /^[1-9]\d{0,11}$/

/** So long after it was signed a message still proves who sends it. */
const validSeconds = 300
/** So far two clocks may be apart. */
const clockSkewSeconds = 5

/** Throws unless the bot signed the fields just now. */
export const readTelegramAccount = (
  { options, clock }: { options: Options; clock: Clock },
  fields: Readonly<Record<string, string>>,
): ExternalAccount => {
  const { id = '', auth_date: signedAt = '', hash = '', username = '' } = fields
  if (!isHash.test(hash) || !isId.test(id) || !isTime.test(signedAt)) throw new ApplicationError('telegram_unsigned')
  const signed = Object.keys(fields).filter((name) => !unsigned.has(name))
  const text = signed
    .sort()
    .map((name) => `${name}=${fields[name]}`)
    .join('\n')
  const key = createHash('sha256').update(options.get('TelegramBotToken')).digest()
  const expected = createHmac('sha256', key).update(text).digest()
  const isSigned = timingSafeEqual(Buffer.from(hash, 'hex'), expected)
  const age = nowSeconds(clock) - Number(signedAt)
  if (!isSigned || age < -clockSkewSeconds || age > validSeconds) throw new ApplicationError('telegram_unsigned')
  const displayName = [fields.first_name, fields.last_name].filter(Boolean).join(' ')
  return { provider: 'telegram', subject: id, name: username, displayName, email: '' }
}
