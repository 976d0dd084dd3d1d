import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type Token, tokens } from '#contract/tokens.ts'
import { call } from '../../lib/api.ts'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { Overlay } from '../../ui/overlay.tsx'
import type { TokenTools } from './token-actions.ts'

const TokenDrawer = lazyPart(() => import('./token-drawer.tsx'), 'TokenDrawer')
const TokenReadyDialog = lazyPart(() => import('./token-ready-dialog.tsx'), 'TokenReadyDialog')

type Shown = 'closed' | 'new' | Token
type TokenWindowProps = {
  shown: Shown
  ready: readonly Token[]
  setShown(shown: Shown): void
  setReady(tokens: readonly Token[]): void
}

/** What a page with tokens on it opens: the form, and the code that a token is used with. */
export const useTokenWindow = () => {
  const [shown, setShown] = useState<Shown>('closed')
  const [ready, setReady] = useState<readonly Token[]>([])
  const load = useMutation({
    mutationFn: (token: Token) => call(tokens.read, { params: { id: String(token.id) } }),
    onSuccess: setShown,
  })
  const tools: TokenTools = { edit: load.mutate, showCode: setReady }
  return { tools, create: () => setShown('new'), preload: TokenDrawer.preload, shown, ready, setShown, setReady }
}

export function TokenWindow({ shown, ready, setShown, setReady }: TokenWindowProps) {
  const close = () => setShown('closed')
  return (
    <>
      <Overlay onClose={close}>
        {shown !== 'closed' && (
          <TokenDrawer token={shown === 'new' ? undefined : shown} onClose={close} onCreated={setReady} />
        )}
      </Overlay>
      <Overlay onClose={() => setReady([])}>
        {ready.length > 0 && <TokenReadyDialog tokens={ready} onClose={() => setReady([])} />}
      </Overlay>
    </>
  )
}
