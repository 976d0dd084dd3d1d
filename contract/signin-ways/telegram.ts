import * as z from 'zod/mini'
import type { SignedWay } from './way.ts'

const origin = 'https://oauth.telegram.org'

/** All of them go on as they came: what a later version of the widget adds is signed too. */
const message = z.object({ event: z.literal('auth_user'), auth_data: z.record(z.string(), z.coerce.string()) })

/** Beside what the bot signed, the client says its language. */
const unsigned = new Set(['hash', 'lang'])
const isHash = /^[0-9a-f]{64}$/
const isId = /^[1-9]\d{0,18}$/
const isTime = /^[1-9]\d{0,11}$/

/** So long after it was signed a message still proves who sends it. */
const validSeconds = 300
/** So far two clocks may be apart. */
const clockSkewSeconds = 5

/** The login widget, in its own frame: its script would run with our rights, and the frame tells us the same. */
export const telegram = {
  kind: 'signed',
  name: 'telegram',
  label: 'Telegram',
  mark: {
    lines: [
      'M14.536 21.686a.5.5 0 0 0 .937-.024l6.5-19a.496.496 0 0 0-.635-.635l-19 6.5a.5.5 0 0 0-.024.937l7.93 3.18a2 2 0 0 1 1.112 1.11z',
      'm21.854 2.147-10.94 10.939',
    ],
  },
  field: 'telegram_id',
  switch: { option: 'TelegramOAuthEnabled', shown: 'telegram_oauth', needs: ['TelegramBotToken', 'TelegramBotName'] },
  options: { TelegramBotToken: 'secret', TelegramBotName: 'botName' },
  shown: { telegram_bot_name: 'TelegramBotName' },
  refusal: 'telegram_unsigned',
  paths: { enter: '/api/oauth/telegram/login', bind: '/api/oauth/telegram/bind' },
  welcomes: false,
  signature: 'hash',
  frame: ({ option, origin: site, address, language }) => {
    const url = new URL(`${origin}/embed/${encodeURIComponent(option('TelegramBotName'))}`)
    const look = { size: 'large', userpic: 'false', lang: language }
    url.search = new URLSearchParams({ origin: site, return_to: address, ...look }).toString()
    return url
  },
  receive: (data) => {
    if (typeof data !== 'string') return undefined
    try {
      return message.safeParse(JSON.parse(data)).data?.auth_data
    } catch {
      return undefined
    }
  },
  check: (fields, { option, nowSeconds, digests }) => {
    const { id = '', auth_date: signedAt = '', hash = '', username = '' } = fields
    if (!isHash.test(hash) || !isId.test(id) || !isTime.test(signedAt)) return undefined
    const signed = Object.keys(fields).filter((name) => !unsigned.has(name))
    const lines = signed.sort().map((name) => `${name}=${fields[name]}`)
    const expected = digests.hmacSha256(digests.sha256(option('TelegramBotToken')), lines.join('\n'))
    if (!digests.isSame(hash, expected)) return undefined
    const age = nowSeconds - Number(signedAt)
    if (age < -clockSkewSeconds || age > validSeconds) return undefined
    return { subject: id, name: username, displayName: [fields.first_name, fields.last_name].filter(Boolean).join(' ') }
  },
} as const satisfies SignedWay<'TelegramBotToken' | 'TelegramBotName'>
