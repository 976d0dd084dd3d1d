import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { ApplicationError } from '#contract/errors.ts'
import type { Options } from '../domain/options.ts'
import { type Clock, nowSeconds } from '../lib/clock.ts'
import type { ExternalAccount } from './external-account.ts'

/** What the widget signs; anything else that comes along is not signed and not believed. */
const signed = ['auth_date', 'first_name', 'id', 'last_name', 'photo_url', 'username'] as const
type Fields = Partial<Record<(typeof signed)[number], string | undefined>> & { hash: string }

/** So long after it was signed a message still proves who sends it. */
const validSeconds = 300

/** Throws unless the bot signed the fields just now. */
export const readTelegramAccount = (
  { options, clock }: { options: Options; clock: Clock },
  fields: Fields,
): ExternalAccount => {
  const text = signed.flatMap((name) => (fields[name] === undefined ? [] : [`${name}=${fields[name]}`])).join('\n')
  const key = createHash('sha256').update(options.get('TelegramBotToken')).digest()
  const expected = createHmac('sha256', key).update(text).digest()
  const given = Buffer.from(fields.hash, 'hex')
  const isSigned = given.length === expected.length && timingSafeEqual(given, expected)
  const age = nowSeconds(clock) - Number(fields.auth_date)
  if (!isSigned || !fields.id || !(Math.abs(age) <= validSeconds)) throw new ApplicationError('telegram_unsigned')
  const displayName = [fields.first_name, fields.last_name].filter(Boolean).join(' ')
  return { provider: 'telegram', subject: fields.id, name: fields.username ?? '', displayName, email: '' }
}
