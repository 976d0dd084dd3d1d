import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { setLanguage, useText } from '../../../lib/i18n.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { providerHint } from './provider-hint.ts'

const hints = ['{accessKeyId}|{secretAccessKey}|{region}', 'sk-…', '{"type": "service_account", …}', '{unheard}']

function Hints() {
  const t = useText('channels')
  return <p>{hints.map((hint) => providerHint(hint, t)).join(' ; ')}</p>
}

it('words what a provider says of its key in the language of the reader, and leaves the rest as it is', async () => {
  await renderPage(<Hints />, { areas: ['channels'] })
  screen.getByText('Access key ID|Secret access key|region ; sk-… ; {"type": "service_account", …} ; {unheard}')
  await setLanguage('zh')
  expect(
    await screen.findByText('访问密钥 ID|私有访问密钥|区域 ; sk-… ; {"type": "service_account", …} ; {unheard}'),
  ).toBeTruthy()
  await setLanguage('en')
})
