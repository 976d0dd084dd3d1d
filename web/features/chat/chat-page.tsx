import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useText } from '../../lib/i18n.ts'
import { usePageName } from '../../lib/page-name.ts'
import { ChatWaiting } from './chat-waiting.tsx'
import { useChatLink } from './use-chat-link.ts'

/** A chat the operator has set up, with a token of whoever looks. */
export function ChatPage() {
  const t = useText('chat')
  usePageName(t('chat'))
  const { id } = useParams({ strict: false })
  const opening = useChatLink(Number(id ?? 0))
  const { link } = opening
  const [loaded, setLoaded] = useState<string>()
  if (!link?.ok || !link.isPage) return <ChatWaiting {...opening} />
  const { address } = link
  return (
    <div className="relative grid flex-1">
      <h1 className="sr-only">{t('chat')}</h1>
      {loaded !== address && (
        <p role="status" className="absolute inset-0 grid place-items-center text-muted">
          {t('redirecting')}
        </p>
      )}
      <iframe
        title={t('chat')}
        src={address}
        referrerPolicy="no-referrer"
        allow="clipboard-write; microphone"
        className="relative size-full"
        onLoad={() => setLoaded(address)}
      />
    </div>
  )
}
