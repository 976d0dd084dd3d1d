import { useEffect } from 'react'
import { useText } from '../../lib/i18n.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import type { ChatLink } from './chat-link.ts'

/** While the browser leaves for a chat, or why it does not. */
export function ChatWaiting({ link, error }: { link: ChatLink | undefined; error: Error | null }) {
  const t = useText('chat')
  const address = link?.ok ? link.address : undefined
  useEffect(() => {
    if (address !== undefined) location.assign(address)
  }, [address])
  const fault = error ?? (link?.ok === false ? t(link.fault) : undefined)
  return (
    <div className="grid flex-1 place-items-center p-6">
      <h1 className="sr-only">{t('chat')}</h1>
      {fault === undefined ? <p className="text-muted">{t('redirecting')}</p> : <ErrorState error={fault} />}
    </div>
  )
}
