import * as z from 'zod/mini'

export const telegramOrigin = 'https://oauth.telegram.org'

const text = z.coerce.string()
const signedFields = z.object({
  id: text,
  first_name: z.optional(text),
  last_name: z.optional(text),
  username: z.optional(text),
  photo_url: z.optional(text),
  auth_date: text,
  hash: text,
})
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
