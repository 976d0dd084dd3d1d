import { useMemo, useState } from 'react'
import { type Token, tokens } from '#contract/tokens.ts'
import { type FormAddress, useFormAddress } from '../../lib/form-address.ts'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { recordOf } from '../../lib/list-rows.ts'
import { Overlay } from '../../ui/overlay.tsx'
import { RecordForms } from '../../ui/record-forms.tsx'
import type { TokenTools } from './token-actions.ts'

const TokenDrawer = lazyPart(() => import('./token-drawer.tsx'), 'TokenDrawer')
const TokenReadyDialog = lazyPart(() => import('./token-ready-dialog.tsx'), 'TokenReadyDialog')

export const tokenSource = recordOf(tokens.read)

type TokenWindowProps = { form: FormAddress; ready: readonly Token[]; setReady(tokens: readonly Token[]): void }

/** What a page with tokens on it opens: the form, and the code that a token is used with. `own` is the page's token. */
export const useTokenWindow = (own?: string) => {
  const form = useFormAddress('/token', own)
  const [ready, setReady] = useState<readonly Token[]>([])
  const { open } = form
  const tools: TokenTools = useMemo(() => ({ edit: open, showCode: setReady }), [open])
  return { tools, create: form.create, preload: TokenDrawer.preload, form, ready, setReady }
}

export function TokenWindow({ form, ready, setReady }: TokenWindowProps) {
  const { close } = form
  return (
    <>
      <RecordForms
        form={form}
        source={tokenSource}
        adding={<TokenDrawer token={undefined} onClose={close} onCreated={setReady} />}
      >
        {(token) => <TokenDrawer token={token} onClose={close} onCreated={setReady} />}
      </RecordForms>
      <Overlay onClose={() => setReady([])}>
        {ready.length > 0 && <TokenReadyDialog tokens={ready} onClose={() => setReady([])} />}
      </Overlay>
    </>
  )
}
