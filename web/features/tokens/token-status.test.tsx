import { expect, it } from 'vitest'
import { TokenStatus } from '../../pieces/tokens/token-status.tsx'
import { renderPage } from '../../testing/render-page.tsx'
import { sampleToken } from '../../testing/token-server.ts'
import { tokenList } from './token-list.tsx'

it('Every status of a token has its word, and all but enabled ones are greyed', async () => {
  const tokens = [
    sampleToken({ id: 1, status: 1 }),
    sampleToken({ id: 5, status: 1, model_limits_enabled: true }),
    ...[2, 3, 4].map((status) => sampleToken({ id: status, status })),
  ]
  const { container } = await renderPage(
    tokens.map((token) => (
      <li key={token.id}>
        <TokenStatus token={token} />
      </li>
    )),
    { areas: ['tokens'] },
  )
  expect([...container.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
    ...['Enabled', 'Enabled (limited models)', 'Disabled', 'Expired', 'Quota used up'],
  ])
  expect(tokens.map((token) => tokenList.isMuted?.(token))).toEqual([false, false, true, true, true])
})

it('The list of tokens has its columns, and hides when they were made at first', () => {
  expect(tokenList.columns.map(({ id }) => id)).toEqual([
    ...['name', 'status', 'key', 'quota', 'group', 'created', 'used', 'expires'],
  ])
  expect(tokenList.hidden).toEqual(['created'])
})
