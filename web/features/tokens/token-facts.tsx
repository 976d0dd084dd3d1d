import { Link } from '@tanstack/react-router'
import type { Token } from '#contract/tokens.ts'
import { useText } from '../../lib/i18n.ts'
import { TokenStatus } from '../../pieces/tokens/token-status.tsx'
import { Facts } from '../../ui/facts.tsx'
import { NoteText } from '../../ui/note-text.tsx'
import { Time } from '../../ui/time.tsx'
import { TokenGroup, TokenKey } from './token-cells.tsx'
import { TokenExpiry } from './token-expiry.tsx'
import { TokenQuota } from './token-quota.tsx'

/** The head and the figures of a token: of its own page, and beside the list. */
export function TokenFacts({ token }: { token: Token }) {
  const t = useText('tokens')
  const { note = '' } = token
  const anything = t('factAny')
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <TokenStatus token={token} />
        <TokenKey token={token} />
      </div>
      <Facts
        facts={[
          { id: 'quota', label: t('columnQuota'), value: <TokenQuota token={token} /> },
          { id: 'group', label: t('columnGroup'), value: <TokenGroup group={token.group} /> },
          { id: 'used', label: t('columnLastUsed'), value: <Time seconds={token.accessed_time} /> },
          { id: 'expires', label: t('columnExpires'), value: <TokenExpiry seconds={token.expired_time} /> },
          { id: 'created', label: t('columnCreated'), value: <Time seconds={token.created_time} /> },
          {
            id: 'models',
            label: t('fieldModels'),
            value: token.model_limits_enabled ? token.model_limits.split(',').join(', ') : anything,
          },
          { id: 'addresses', label: t('fieldAddresses'), value: token.allow_ips.split('\n').join(', ') || anything },
          ...(note === '' ? [] : [{ id: 'note', label: t('fieldNote'), value: <NoteText note={note} />, wide: true }]),
        ]}
      />
      <Link to="/log" search={{ token_id: `${token.id}` }} className="text-brand-ink hover:underline">
        {t('seeLogs')}
      </Link>
    </>
  )
}
