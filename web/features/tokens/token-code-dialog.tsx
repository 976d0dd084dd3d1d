import { type Token, tokenStatuses } from '#contract/tokens.ts'
import { useText } from '../../lib/i18n.ts'
import { TokenStatus } from '../../pieces/tokens/token-status.tsx'
import { Copy } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TokenClients } from './token-clients.tsx'
import { keyText } from './token-form.ts'

/** Why the keys are ones that nobody has seen yet. */
export type FreshKeys = 'made' | 'replaced'

type TokenCodeDialogProps = {
  tokens: readonly Token[]
  fresh?: FreshKeys | undefined
  onClose(): void
}

/** Keys, and how clients use the first. */
export function TokenCodeDialog({ tokens, fresh, onClose }: TokenCodeDialogProps) {
  const t = useText('tokens')
  const keys = tokens.map(keyText)
  const [first] = tokens
  const title = {
    made: t('readyTitle', { count: tokens.length }),
    replaced: t('replacedTitle', { name: first?.name ?? '' }),
    seen: t('showCode'),
  }[fresh ?? 'seen']
  return (
    <Dialog open onClose={onClose} size="lg" title={title} {...(fresh && { description: t('readyHint') })}>
      <ul className="mb-4 grid max-h-40 gap-1 overflow-auto">
        {tokens.map((token) => (
          <li key={token.id} className="flex min-w-0 items-center gap-3">
            <span className="shrink-0 text-[13px] text-muted">{token.name}</span>
            <Copy text={keyText(token)} label={t('copyKeyOf', { name: token.name })}>
              <code className="text-[13px]">{keyText(token)}</code>
            </Copy>
            {token.status !== tokenStatuses.enabled && <TokenStatus token={token} />}
          </li>
        ))}
      </ul>
      {keys.length > 1 && (
        <p className="mb-4">
          <Copy text={keys.join('\n')}>{t('copyAllKeys')}</Copy>
        </p>
      )}
      {first && <TokenClients token={first} />}
    </Dialog>
  )
}
