import { type ReactNode, useEffect } from 'react'
import { useLanguage } from '../lib/i18n.ts'
import { useStatus } from '../lib/status.ts'
import { readTelegramMessage, type TelegramFields, telegramOrigin } from '../lib/telegram-message.ts'
import { Dialog } from './dialog.tsx'

type TelegramDialogProps = { title: string; note?: ReactNode; onSigned(fields: TelegramFields): void; onClose(): void }

/**
 * The button of the login widget, in its own frame. The vendor's script would run with our rights; its frame does not,
 * and tells us the same by a message.
 */
export function TelegramDialog({ title, note, onSigned, onClose }: TelegramDialogProps) {
  const language = useLanguage()
  const { telegram_bot_name } = useStatus()
  useEffect(() => {
    const receive = (event: MessageEvent) => {
      if (event.origin !== telegramOrigin) return
      const fields = readTelegramMessage(event.data)
      if (fields) onSigned(fields)
    }
    addEventListener('message', receive)
    return () => removeEventListener('message', receive)
  }, [onSigned])
  const address = new URL(`${telegramOrigin}/embed/${encodeURIComponent(telegram_bot_name)}`)
  address.search = new URLSearchParams({
    origin: location.origin,
    return_to: location.href,
    size: 'large',
    userpic: 'false',
    lang: language,
  }).toString()
  return (
    <Dialog open size="sm" onClose={onClose} title={title} description={note}>
      <iframe title={title} src={address.href} className="mx-auto my-4 h-11 w-60 border-0" />
    </Dialog>
  )
}
