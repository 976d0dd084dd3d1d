import type { Token } from '#contract/tokens.ts'
import { useText } from '../../lib/i18n.ts'
import { Badge } from '../../ui/badge.tsx'
import { Copy } from '../../ui/copy.tsx'
import { keyText, secretPrefix } from './token-form.ts'

export function TokenKey({ token }: { token: Token }) {
  const t = useText('tokens')
  return (
    <Copy text={keyText(token)} label={t('copyKeyOf', { name: token.name })} className="max-w-none">
      <code className="text-xs">{maskedKey(token.key)}</code>
    </Copy>
  )
}

/** Empty follows the group of the account. */
export function TokenGroup({ group }: { group: string }) {
  const t = useText('tokens')
  return <Badge tone={group === '' ? 'muted' : 'neutral'}>{group === '' ? t('groupOwn') : group}</Badge>
}

const maskedKey = (key: string): string => `${secretPrefix}${key.slice(0, 4)}…${key.slice(-4)}`
