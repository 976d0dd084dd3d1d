import { useState } from 'react'
import { apiAddress } from '../../lib/api-address.ts'
import { useText } from '../../lib/i18n.ts'
import { useStatus } from '../../lib/status.ts'
import { useStore } from '../../lib/store.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { addTurn, type Conversation, pathOf } from './conversation.ts'
import { draftStore } from './draft/draft.ts'
import { refusedBy } from './payment.ts'
import { requestBody } from './request-body.ts'
import { type RequestLanguage, requestLanguageLabels, requestLanguages, requestSnippet } from './request-snippets.ts'
import type { Payment } from './use-payment.ts'

type RequestCodeDialogProps = { whole: Conversation; payment: Payment; onClose(): void }

const tabs = requestLanguages.map((value) => ({ value, label: requestLanguageLabels[value] }))

/** What is written now as code, or what was asked last. */
export function RequestCodeDialog({ whole, payment: { means, refusals }, onClose }: RequestCodeDialogProps) {
  const t = useText('playground')
  const { server_address } = useStatus()
  const { text, files } = useStore(draftStore)
  const [language, setLanguage] = useState<RequestLanguage>('curl')
  const [chosen, setChosen] = useState('')
  const side = whole.sides.find(({ id }) => id === chosen) ?? whole.sides[0]
  if (side === undefined) return null
  const path = pathOf(whole)
  const question = { kind: 'text' as const, text, files: [...files] }
  const written = { id: 'written', parent: path.at(-1)?.id ?? null, question, answers: {} }
  const isWritten = text.trim() !== '' || files.length > 0 || path.length === 0
  const asked = isWritten ? addTurn(whole, written) : whole
  const code = requestSnippet(language, {
    address: apiAddress(server_address, location.origin),
    key: means?.key ?? 'YOUR_API_KEY',
    body: requestBody(asked, pathOf(asked).at(-1) ?? written, side, refusedBy(refusals, side.model)),
  })
  const short = code.replaceAll(/(data:[\w/+.-]+;base64,)[\w+/=]{64,}/g, '$1…')
  return (
    <Dialog open onClose={onClose} size="lg" title={t('codeTitle')} description={t('codeHint')}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {whole.sides.length > 1 && (
          <Segmented
            label={t('model')}
            value={side.id}
            choices={whole.sides.map(({ id, model }) => ({ value: id, label: model }))}
            onChange={setChosen}
          />
        )}
        <Tabs label={t('codeLanguage')} value={language} onChange={setLanguage} tabs={tabs}>
          <CodeBlock text={short} whole={code} label={t('copyCode')} className="max-h-[50dvh]" />
        </Tabs>
        {means?.key === undefined && <p className="text-xs text-muted">{t('codeKeyHint')}</p>}
        {short !== code && <p className="text-xs text-muted">{t('codeFileHint')}</p>}
      </div>
    </Dialog>
  )
}
