import { cleanup, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { rememberUser } from '../lib/session.ts'
import { answerCalls, granted } from '../testing/answer-calls.ts'
import { inEachLanguage } from '../testing/languages.ts'
import { renderPage } from '../testing/render-page.tsx'
import { sampleUser } from '../testing/sample-user.ts'
import { screen, within } from '../testing/screen.ts'
import { said } from '../testing/wordings.ts'
import { HeaderExtras } from './header-extras.tsx'

inEachLanguage('What the header could not load can be asked for again', async () => {
  rememberUser(sampleUser())
  answerCalls({
    'GET /api/user/self': () => ({ status: 502, body: '' }),
    'GET /api/notice': () => ({ status: 502, body: '' }),
  })
  const { user, container } = await renderPage(<HeaderExtras />)
  const labelled = (what: string) => `${said(what)}: ${said('This could not be loaded')} · ${said('Try again')}`
  const buttons = await waitFor(() => {
    const found = within(container).getAllByRole('button')
    expect(found.map((button) => button.getAttribute('aria-label'))).toEqual([
      labelled('Wallet'),
      labelled('Announcement'),
    ])
    return found
  })
  answerCalls({
    'GET /api/user/self': () => ({ body: granted(sampleUser()) }),
    'GET /api/notice': () => ({ body: granted('') }),
  })
  for (const button of buttons) await user.click(button)
  await screen.findByRole('link')
  await waitFor(() => expect(within(container).queryByRole('button')).toBeNull())
})

it('Administrators are told of channels that stopped by themselves, and led to them; others are not', async () => {
  const open = async (role: number) => {
    rememberUser(sampleUser({ role }))
    const calls = answerCalls({
      'GET /api/user/self': () => ({ body: granted(sampleUser({ role })) }),
      'GET /api/notice': () => ({ body: granted('') }),
      'GET /api/channel/': () => ({ body: granted({ items: [], page: 1, page_size: 1, total: 2 }) }),
    })
    await renderPage(<HeaderExtras />)
    await screen.findByRole('link', { name: /^Wallet/ })
    return calls
  }
  await open(10)
  const link = await screen.findByRole('link', { name: '2 channels were disabled automatically' })
  expect(link.getAttribute('href')).toBe('/channel?status=3')
  // Where a phone has no room for the number.
  screen.getByRole('img', { name: '2 channels were disabled automatically' })
  cleanup()
  const calls = await open(1)
  expect(calls.some(({ path }) => path.startsWith('/api/channel'))).toBe(false)
})
