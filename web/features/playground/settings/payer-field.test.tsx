import { expect, it } from 'vitest'
import { renderPage } from '../../../testing/render-page.tsx'
import { screen } from '../../../testing/screen.ts'
import type { Payer } from '../conversation.ts'
import type { Payment } from '../use-payment.ts'
import { PayerField } from './payer-field.tsx'

const loading = { state: 'loading' } as const
const unknown: Payment = {
  prices: loading,
  tokens: loading,
  models: loading,
  means: undefined,
  refusals: new Map(),
  ownGroup: 'default',
}
const chosen: [Payer, string][] = [
  [{ kind: 'group', group: '' }, 'Account group'],
  [{ kind: 'group', group: 'default' }, 'Account group'],
  [{ kind: 'group', group: 'vip' }, 'vip'],
  [{ kind: 'token', id: 7 }, '#7'],
]

it('Who pays is told in words before the groups are here', async () => {
  for (const [payer, words] of chosen) {
    const { unmount } = await renderPage(<PayerField payer={payer} payment={unknown} onChange={() => {}} />, {
      areas: ['playground'],
    })
    const { textContent } = await screen.findByRole('combobox')
    expect(textContent).toContain(words)
    expect(textContent).not.toContain('group:')
    unmount()
  }
})
