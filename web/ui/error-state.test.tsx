import { useMutation, useQuery } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { session } from '#contract/session.ts'
import { call } from '../lib/api.ts'
import { troubleStore } from '../lib/page-trouble.ts'
import { endpointQuery } from '../lib/query.ts'
import { answerCalls, refused } from '../testing/answer-calls.ts'
import { inEachLanguage } from '../testing/languages.ts'
import { renderPage } from '../testing/render-page.tsx'
import { screen, within } from '../testing/screen.ts'
import { ErrorState } from './error-state.tsx'

const failing = (status: number) =>
  answerCalls({
    'GET /api/user/models': () => ({ status, headers: { 'x-request-id': 'r-42' }, body: refused('not today') }),
    'GET /api/user/token': () => ({ status, headers: { 'x-request-id': 'r-43' }, body: refused('not today') }),
  })

function Models() {
  const { error } = useQuery(endpointQuery(session.models))
  const generate = useMutation({ mutationFn: () => call(session.accessToken) })
  return (
    <>
      {error && <ErrorState error={error} />}
      <button type="button" onClick={() => generate.mutate()}>
        *
      </button>
    </>
  )
}

inEachLanguage('A failure of the server shows its request id, to be copied', async () => {
  failing(500)
  const { user } = await renderPage(<Models />)
  const alert = await screen.findByRole('alert')
  within(alert).getByText('Request ID')
  await user.click(within(alert).getByTitle('Copy'))
  expect(await navigator.clipboard.readText()).toBe('r-42')
  await user.click(screen.getByRole('button', { name: '*' }))
  await user.click(await screen.findByRole('button', { name: 'Copy request ID' }))
  expect(await navigator.clipboard.readText()).toBe('r-43')
})

it('A refusal shows none', async () => {
  failing(403)
  await renderPage(<Models />)
  expect((await screen.findByRole('alert')).textContent).not.toContain('r-42')
})

it('What could not be loaded counts while it is drawn, and only where it is of the page itself', async () => {
  failing(500)
  const inPage = await renderPage(
    <main>
      <Models />
    </main>,
  )
  await screen.findByRole('alert')
  expect(troubleStore.get()).toBe(1)
  inPage.unmount()
  expect(troubleStore.get()).toBe(0)
  await renderPage(<Models />)
  await screen.findByRole('alert')
  expect(troubleStore.get()).toBe(0)
})
