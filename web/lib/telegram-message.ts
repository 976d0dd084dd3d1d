import * as z from 'zod/mini'

export const telegramOrigin = 'https://oauth.telegram.org'

/** All of them go on as they came: what a later version of the widget adds is signed too. */
const signedFields = z.record(z.string(), z.coerce.string())
const message = z.object({ event: z.literal('auth_user'), auth_data: signedFields })

/** What the login widget signed. */
export type TelegramFields = z.output<typeof signedFields>

/** The signed fields in a message of the widget's frame; nothing in any other message. */
export const readTelegramMessage = (data: unknown): TelegramFields | undefined => {
  if (typeof data !== 'string') return undefined
  try {
    const parsed = message.safeParse(JSON.parse(data))
    return parsed.success ? parsed.data.auth_data : undefined
  } catch {
    return undefined
  }
}
