import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { tokenStatuses, tokens } from '#contract/tokens.ts'
import { apiAddress } from '../../lib/api-address.ts'
import { type ChatLink, chatLink, wantsKey } from '../../lib/chat-link.ts'
import { useText } from '../../lib/i18n.ts'
import { notify } from '../../lib/notify.ts'
import { endpointQuery } from '../../lib/query.ts'
import { useUser } from '../../lib/session.ts'
import { useStatus } from '../../lib/status.ts'

const beforeLeavingMilliseconds = 1500

type Opening = {
  link: ChatLink | undefined
  error: Error | null
  /** Nobody is signed in, and the chat is opened with a key. */
  isLoginWanted: boolean
}

/**
 * The link of a chat for the first token that works; without one the tokens are shown. Undefined until it is known. A
 * chat that wants no key is open to everybody.
 */
export const useChatLink = (number: number): Opening => {
  const t = useText('chat')
  const navigate = useNavigate()
  const user = useUser()
  const { chats, server_address } = useStatus()
  const isKeyWanted = wantsKey(chats, number)
  const { data, error } = useQuery({
    ...endpointQuery(tokens.list, { query: { p: 0, size: 100 } }),
    enabled: user !== null,
  })
  const token = data?.items.find(({ status }) => status === tokenStatuses.enabled)
  const isMissing = data !== undefined && token === undefined
  useEffect(() => {
    if (!isMissing) return
    notify.error(t('tokenMissing'))
    const timer = setTimeout(() => void navigate({ to: '/token' }), beforeLeavingMilliseconds)
    return () => clearTimeout(timer)
  }, [isMissing, navigate, t])
  if (user === null && isKeyWanted) return { link: undefined, error: null, isLoginWanted: true }
  if (user !== null && token === undefined) return { link: undefined, error, isLoginWanted: false }
  const server = apiAddress(server_address, location.origin)
  const key = token === undefined ? '' : `sk-${token.key}`
  return { link: chatLink(chats, number, { key, server }), error: null, isLoginWanted: false }
}
