import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { tokenStatuses, tokens } from '#contract/tokens.ts'
import { apiAddress } from '../../lib/api-address.ts'
import { useText } from '../../lib/i18n.ts'
import { notify } from '../../lib/notify.ts'
import { endpointQuery } from '../../lib/query.ts'
import { useStatus } from '../../lib/status.ts'
import { type ChatLink, chatLink } from './chat-link.ts'

const beforeLeavingMilliseconds = 1500

/** The link of a chat for the first token that works; without one the tokens are shown. Undefined until it is known. */
export const useChatLink = (number: number): { link: ChatLink | undefined; error: Error | null } => {
  const t = useText('chat')
  const navigate = useNavigate()
  const { chats, server_address } = useStatus()
  const { data, error } = useQuery(endpointQuery(tokens.list, { query: { p: 0, size: 100 } }))
  const token = data?.items.find(({ status }) => status === tokenStatuses.enabled)
  const isMissing = data !== undefined && token === undefined
  useEffect(() => {
    if (!isMissing) return
    notify.error(t('tokenMissing'))
    const timer = setTimeout(() => void navigate({ to: '/token' }), beforeLeavingMilliseconds)
    return () => clearTimeout(timer)
  }, [isMissing, navigate, t])
  if (token === undefined) return { link: undefined, error }
  const server = apiAddress(server_address, location.origin)
  return { link: chatLink(chats, number, { key: `sk-${token.key}`, server }), error }
}
