import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import * as z from 'zod/mini'
import { signin } from '#contract/signin.ts'
import type { User } from '#contract/users.ts'
import { call } from '../../lib/api.ts'
import { useLanguage, useText } from '../../lib/i18n.ts'
import { useStatus } from '../../lib/status.ts'
import { Dialog } from '../../ui/dialog.tsx'

const origin = 'https://oauth.telegram.org'
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

/**
 * The button of the login widget, in its own frame. The vendor's script would run with our rights; its frame does not,
 * and tells us the same by a message.
 */
export function TelegramDialog({ onClose, onLogin }: { onClose: () => void; onLogin: (user: User) => Promise<void> }) {
  const t = useText('session')
  const language = useLanguage()
  const { telegram_bot_name } = useStatus()
  const login = useMutation({
    mutationFn: (fields: z.output<typeof signedFields>) => call(signin.telegram, { query: fields }),
    onSuccess: onLogin,
  })
  const { mutate } = login
  useEffect(() => {
    const receive = (event: MessageEvent) => {
      if (event.origin !== origin) return
      const fields = readMessage(event.data)
      if (fields) mutate(fields)
    }
    addEventListener('message', receive)
    return () => removeEventListener('message', receive)
  }, [mutate])
  const address = new URL(`${origin}/embed/${encodeURIComponent(telegram_bot_name)}`)
  address.search = new URLSearchParams({
    origin: location.origin,
    return_to: location.href,
    size: 'large',
    userpic: 'false',
    lang: language,
  }).toString()
  return (
    <Dialog open size="sm" onClose={onClose} title={t('telegramTitle')}>
      <iframe title={t('telegramTitle')} src={address.href} className="mx-auto my-4 h-11 w-60 border-0" />
    </Dialog>
  )
}

const readMessage = (data: unknown): z.output<typeof signedFields> | undefined => {
  if (typeof data !== 'string') return undefined
  try {
    const parsed = message.safeParse(JSON.parse(data))
    return parsed.success ? parsed.data.auth_data : undefined
  } catch {
    return undefined
  }
}
