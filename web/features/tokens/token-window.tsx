import { type Dispatch, type SetStateAction, useMemo, useState } from 'react'
import { type Token, tokens } from '#contract/tokens.ts'
import { type FormAddress, useFormAddress } from '../../lib/form-address.ts'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { recordOf } from '../../lib/list-rows.ts'
import { Overlay } from '../../ui/overlay.tsx'
import { RecordForms } from '../../ui/record-forms.tsx'
import type { TokenTools } from './token-actions.ts'
import type { FreshKeys } from './token-code-dialog.tsx'

const TokenDrawer = lazyPart(() => import('./token-drawer.tsx'), 'TokenDrawer')
const ReplaceKeyDialog = lazyPart(() => import('./replace-key-dialog.tsx'), 'ReplaceKeyDialog')
const TokenCodeDialog = lazyPart(() => import('./token-code-dialog.tsx'), 'TokenCodeDialog')

export const tokenSource = recordOf(tokens.read)

type TokenDialog =
  | { kind: 'copy' | 'replace'; token: Token }
  | { kind: 'code'; tokens: readonly Token[]; fresh?: FreshKeys }
type TokenWindowProps = {
  form: FormAddress
  dialog: TokenDialog | undefined
  setDialog: Dispatch<SetStateAction<TokenDialog | undefined>>
}

/** What a page with tokens on it opens: the form, and the code that a token is used with. `own` is the page's token. */
export const useTokenWindow = (own?: string) => {
  const form = useFormAddress('/token', own)
  const [dialog, setDialog] = useState<TokenDialog>()
  const { open } = form
  const tools: TokenTools = useMemo(
    () => ({
      edit: open,
      copy: (token) => setDialog({ kind: 'copy', token }),
      replaceKey: (token) => setDialog({ kind: 'replace', token }),
      showCode: (tokens) => setDialog({ kind: 'code', tokens }),
    }),
    [open],
  )
  return { tools, create: form.create, preload: TokenDrawer.preload, form, dialog, setDialog }
}

export function TokenWindow({ form, dialog, setDialog }: TokenWindowProps) {
  const { close } = form
  // Not what took its place.
  const closeDialog = () => setDialog((now) => (now === dialog ? undefined : now))
  const show = (tokens: readonly Token[]) => setDialog({ kind: 'code', tokens, fresh: 'made' })
  const showReplaced = (tokens: readonly Token[]) => setDialog({ kind: 'code', tokens, fresh: 'replaced' })
  return (
    <>
      <RecordForms
        form={form}
        source={tokenSource}
        adding={<TokenDrawer token={undefined} onClose={close} onCreated={show} />}
      >
        {(token) => <TokenDrawer token={token} onClose={close} onCreated={show} />}
      </RecordForms>
      <Overlay onClose={closeDialog}>
        {dialog?.kind === 'code' && (
          <TokenCodeDialog tokens={dialog.tokens} fresh={dialog.fresh} onClose={closeDialog} />
        )}
        {dialog?.kind === 'replace' && (
          <ReplaceKeyDialog token={dialog.token} onClose={closeDialog} onReplaced={showReplaced} />
        )}
        {dialog?.kind === 'copy' && (
          <TokenDrawer token={undefined} like={dialog.token} onClose={closeDialog} onCreated={show} />
        )}
      </Overlay>
    </>
  )
}
