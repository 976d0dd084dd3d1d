import { type Token, tokenStatuses } from '#contract/tokens.ts'
import { type Text, useText } from '../../lib/i18n.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'

type TokenState = Pick<Token, 'status' | 'model_limits_enabled'>

export function TokenStatus({ token }: { token: TokenState }) {
  const t = useText('tokens')
  const { tone, label } = statusLook(token, t)
  return (
    <Badge tone={tone} dot>
      {label}
    </Badge>
  )
}

export const statusLook = (token: TokenState, t: Text<'tokens'>): { tone: Tone; label: string } => {
  switch (token.status) {
    case tokenStatuses.enabled:
      return { tone: 'ok', label: t(token.model_limits_enabled ? 'statusEnabledLimited' : 'statusEnabled') }
    case tokenStatuses.disabled:
      return { tone: 'bad', label: t('statusDisabled') }
    case tokenStatuses.expired:
      return { tone: 'warn', label: t('statusExpired') }
    case tokenStatuses.exhausted:
      return { tone: 'orange', label: t('statusExhausted') }
    default:
      return { tone: 'muted', label: t('statusUnknown') }
  }
}
