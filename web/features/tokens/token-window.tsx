import { useMemo, useState } from 'react'
import { type Token, tokens } from '#contract/tokens.ts'
import { useFormAddress } from '../../lib/form-address.ts'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { endpointQuery } from '../../lib/query.ts'
import { Overlay } from '../../ui/overlay.tsx'
import { RecordEditor } from '../../ui/record-editor.tsx'
import type { TokenTools } from './token-actions.ts'

const TokenDrawer = lazyPart(() => import('./token-drawer.tsx'), 'TokenDrawer')
const TokenReadyDialog = lazyPart(() => import('./token-ready-dialog.tsx'), 'TokenReadyDialog')

type TokenWindowProps = {
  form: ReturnType<typeof useFormAddress>
  ready: readonly Token[]
  setReady(tokens: readonly Token[]): void
}

/** What a page with tokens on it opens: the form, over the list, and the code that a token is used with. */
export const useTokenWindow = () => {
  const form = useFormAddress('/token')
  const [ready, setReady] = useState<readonly Token[]>([])
  const { open } = form
  const tools: TokenTools = useMemo(() => ({ edit: open, showCode: setReady }), [open])
  return { tools, create: form.create, preload: TokenDrawer.preload, form, ready, setReady }
}

export function TokenWindow({ form, ready, setReady }: TokenWindowProps) {
  const { isAdding, editedId, close } = form
  return (
    <>
      <Overlay onClose={close}>
        {isAdding && <TokenDrawer token={undefined} onClose={close} onCreated={setReady} />}
      </Overlay>
      <Overlay onClose={close}>
        {editedId !== undefined && (
          <RecordEditor key={editedId} query={endpointQuery(tokens.read, { params: { id: editedId } })} onClose={close}>
            {(token) => <TokenDrawer token={token} onClose={close} onCreated={setReady} />}
          </RecordEditor>
        )}
      </Overlay>
      <Overlay onClose={() => setReady([])}>
        {ready.length > 0 && <TokenReadyDialog tokens={ready} onClose={() => setReady([])} />}
      </Overlay>
    </>
  )
}
