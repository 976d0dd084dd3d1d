import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { session } from '#contract/session.ts'
import type { Token } from '#contract/tokens.ts'
import { apiAddress } from '../../lib/api-address.ts'
import { useText } from '../../lib/i18n.ts'
import { endpointQuery } from '../../lib/query.ts'
import { useStatus } from '../../lib/status.ts'
import { Copy } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { codeSnippet, type SnippetLanguage, snippetLabels, snippetLanguages } from './code-snippets.ts'
import { keyText } from './token-form.ts'

const tabs = snippetLanguages.map((value) => ({ value, label: snippetLabels[value] }))

/** The keys that were made, and code that uses the first. */
export function TokenReadyDialog({ tokens, onClose }: { tokens: readonly Token[]; onClose(): void }) {
  const t = useText('tokens')
  const { server_address } = useStatus()
  const [language, setLanguage] = useState<SnippetLanguage>('curl')
  const models = useQuery(endpointQuery(session.models))
  const keys = tokens.map(keyText)
  const code = codeSnippet(language, {
    address: apiAddress(server_address, location.origin),
    key: keys[0] ?? '',
    model: modelOf(tokens[0]) ?? models.data?.[0] ?? 'MODEL',
  })
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title={t('readyTitle', { count: tokens.length })}
      description={t('readyHint')}
    >
      <ul className="mb-4 grid max-h-40 gap-1 overflow-auto">
        {tokens.map((token) => (
          <li key={token.id} className="flex min-w-0 items-center gap-3">
            <span className="shrink-0 text-[13px] text-muted">{token.name}</span>
            <Copy text={keyText(token)} label={t('copyKeyOf', { name: token.name })}>
              <code className="text-[13px]">{keyText(token)}</code>
            </Copy>
          </li>
        ))}
      </ul>
      {keys.length > 1 && (
        <p className="mb-4">
          <Copy text={keys.join('\n')}>{t('copyAllKeys')}</Copy>
        </p>
      )}
      <Tabs label={t('snippetLanguage')} value={language} onChange={setLanguage} tabs={tabs}>
        <div className="relative rounded-lg border bg-hover">
          <Copy text={code} label={t('copyCode')} className="absolute top-2 right-2 size-8 bg-hover" />
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
          <pre tabIndex={0} className="overflow-x-auto p-4 pr-12 font-mono text-[13px] leading-5">
            <code>{code}</code>
          </pre>
        </div>
      </Tabs>
    </Dialog>
  )
}

/** A token that is limited to some models can call only those. */
const modelOf = (token: Token | undefined): string | undefined =>
  token?.model_limits_enabled ? token.model_limits.split(',')[0] : undefined
