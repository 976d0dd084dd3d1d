import { cleanup, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Token } from '#contract/tokens.ts'
import { forgetUser, rememberUser } from '../../lib/session.ts'
import { answerCalls, granted, refused } from '../../testing/answer-calls.ts'
import { inEachLanguage } from '../../testing/languages.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { sampleUser } from '../../testing/sample-user.ts'
import { screen, within } from '../../testing/screen.ts'
import { TokensPage } from './tokens-page.tsx'

const sample = (changes: Partial<Token> = {}): Token => ({
  id: 1,
  user_id: 7,
  name: 'laptop',
  key: 'abcdefghijkl',
  status: 1,
  remain_quota: 400_000,
  used_quota: 100_000,
  unlimited_quota: false,
  expired_time: -1,
  created_time: 1_700_000_000,
  accessed_time: 1_700_000_000,
  model_limits_enabled: false,
  model_limits: '',
  allow_ips: '',
  group: '',
  ...changes,
})

const open = async (rows: Token[], others: Parameters<typeof answerCalls>[0] = {}) => {
  const calls = answerCalls({
    'GET /api/token/': () => ({ body: granted({ items: rows, page: 1, page_size: 10, total: rows.length }) }),
    'GET /api/user/self/groups': () => ({ body: granted({ vip: { ratio: 0.8, desc: 'Cheaper' } }) }),
    'GET /api/user/models': () => ({ body: granted(['one', 'two']) }),
    ...others,
  })
  const page = await renderPage(<TokensPage />, { areas: ['tokens'] })
  await screen.findByText(rows[0]?.name ?? 'Nothing here yet')
  return { ...page, calls }
}

const chooseFromMenu = async ({ user }: Awaited<ReturnType<typeof open>>, name: string, action: string) => {
  await user.click(screen.getByRole('button', { name: `Actions for ${name}` }))
  await user.click(await screen.findByRole('menuitem', { name: action }))
}

beforeEach(() => rememberUser(sampleUser()))
afterEach(() => {
  // Before the server is gone: what is on its way must not look for another.
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  forgetUser()
})

describe('The tokens page', () => {
  it('warns that tokens are personal and shows what is left of each', async () => {
    await open([sample()])
    expect(screen.getByText(/personal use only/)).toBeTruthy()
    expect(screen.getByText('$0.80 left of $1.00')).toBeTruthy()
    expect(screen.getByText('sk-abcd…ijkl')).toBeTruthy()
  })

  it('makes one call per token and then shows code with the key of the first', async () => {
    let made = 0
    const page = await open([sample()], {
      'POST /api/token/': ({ body }) => {
        made += 1
        return { body: granted({ ...sample(), ...(body as object), id: 10 + made, key: `secret${made}` }) }
      },
    })
    await page.user.click(screen.getByRole('button', { name: 'Create token' }))
    const drawer = await screen.findByRole('dialog')
    await page.user.type(within(drawer).getByRole('textbox', { name: /^Name/ }), 'team')
    await page.user.click(within(drawer).getByRole('button', { name: '10' }))
    await page.user.click(within(drawer).getByRole('button', { name: 'Create' }))
    expect(await screen.findByText('10 tokens are ready')).toBeTruthy()
    expect(screen.getByText(/Authorization: Bearer sk-secret1"/)).toBeTruthy()
    const names = page.calls.flatMap(({ method, body }) => (method === 'POST' ? [(body as { name: string }).name] : []))
    expect(names).toHaveLength(10)
    expect(names[0]).toBe('team')
    for (const name of names.slice(1)) expect(name).toMatch(/^team-[A-Za-z0-9]{6}$/)
  })

  inEachLanguage('sends changed quota with the quota the form was loaded with', async () => {
    const page = await open([sample()], {
      'GET /api/token/1': () => ({ body: granted(sample({ remain_quota: 300_000 })) }),
      'PUT /api/token/': () => ({ body: granted(sample()) }),
    })
    await chooseFromMenu(page, 'laptop', 'Edit')
    const drawer = await screen.findByRole('dialog')
    await page.user.click(await within(drawer).findByRole('button', { name: '$10' }))
    await page.user.click(within(drawer).getByRole('button', { name: 'Save' }))
    await screen.findByText('Token updated')
    expect(page.calls.find(({ method }) => method === 'PUT')?.body).toEqual({
      id: 1,
      remain_quota: 5_000_000,
      remain_quota_before: 300_000,
    })
  })

  it('switches a token at once, and back when the server refuses', async () => {
    const page = await open([sample({ status: 4 })], {
      'PUT /api/token/': () => ({ body: refused('The token has no quota left') }),
    })
    await chooseFromMenu(page, 'laptop', 'Enable')
    await screen.findByText('The token has no quota left')
    await waitFor(() => expect(screen.getByText('Exhausted')).toBeTruthy())
    const change = page.calls.find(({ method }) => method === 'PUT')
    expect(change).toMatchObject({ query: { status_only: 'true' }, body: { id: 1, status: 1 } })
  })

  inEachLanguage('copies selected tokens, and says when none is', async () => {
    const written: string[] = []
    const page = await open([sample(), sample({ id: 2, name: 'phone', key: 'zzz' })])
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => {
      written.push(text)
    })
    await page.user.click(screen.getByRole('button', { name: 'Copy selected tokens' }))
    await screen.findByText('Please select at least one token')
    await page.user.click(screen.getByRole('checkbox', { name: 'Select all rows of this page' }))
    await page.user.click(screen.getAllByRole('button', { name: 'Copy selected tokens' })[0] as HTMLElement)
    await screen.findByText('2 tokens copied')
    expect(written).toEqual(['sk-abcdefghijkl\nsk-zzz'])
  })

  inEachLanguage('shows keys to be copied by hand where the browser does not allow more', async () => {
    const page = await open([sample()])
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'))
    await chooseFromMenu(page, 'laptop', 'Copy key')
    await screen.findByText('The browser does not allow copying to the clipboard. Select the text and copy it.')
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Copy by hand' }).value).toBe('sk-abcdefghijkl')
    await page.user.click(screen.getByRole('button', { name: 'Close' }))
  })

  inEachLanguage('deletes a token after asking', async () => {
    const page = await open([sample()], { 'DELETE /api/token/1': () => ({ body: granted(null) }) })
    await chooseFromMenu(page, 'laptop', 'Delete')
    const question = within(await screen.findByRole('alertdialog', { name: 'Delete token laptop?' }))
    await page.user.click(question.getByRole('button', { name: 'Delete' }))
    await screen.findByText('Operation completed')
    expect(page.calls.some(({ method, path }) => method === 'DELETE' && path === '/api/token/1')).toBe(true)
  })

  it('deletes what is selected, one call each, and says how far it came', async () => {
    const page = await open([sample(), sample({ id: 2, name: 'phone' }), sample({ id: 3, name: 'desk' })], {
      'DELETE /api/token/1': () => ({ body: granted(null) }),
      'DELETE /api/token/2': () => ({ body: refused('The token does not exist') }),
    })
    await page.user.click(screen.getByRole('checkbox', { name: 'Select all rows of this page' }))
    await page.user.click(screen.getByRole('button', { name: 'Delete selected' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Delete 3 selected tokens?' }))
    await page.user.click(question.getByRole('button', { name: 'Delete' }))
    await screen.findByText(/^Only 1 of 3 tokens were deleted\s+The token does not exist$/)
    expect(page.calls.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([
      '/api/token/1',
      '/api/token/2',
    ])
    await screen.findByText('2 selected')
  })

  inEachLanguage('names what is wrong with new tokens', async () => {
    const { user } = await open([sample()])
    await user.click(screen.getByRole('button', { name: 'Create token' }))
    const drawer = within(await screen.findByRole('dialog'))
    await user.clear(drawer.getByRole('textbox', { name: 'Number to create' }))
    await user.click(drawer.getByRole('button', { name: 'One day' }))
    await user.clear(drawer.getByLabelText('Expires'))
    await user.click(drawer.getByRole('button', { name: 'Create' }))
    await drawer.findByText('Please enter a name')
    await drawer.findByText('Expiry time format error')
    await drawer.findByText('Must be a positive integer')
  })

  it('names the line that is no address before it sends anything', async () => {
    const page = await open([sample()])
    await page.user.click(screen.getByRole('button', { name: 'Create token' }))
    const drawer = within(await screen.findByRole('dialog'))
    await page.user.type(drawer.getByRole('textbox', { name: /^Name/ }), 'team')
    await page.user.type(drawer.getByRole('textbox', { name: 'Allowed addresses' }), '10.0.0.1\nmy house')
    await page.user.click(drawer.getByRole('button', { name: 'Create' }))
    await screen.findByText('my house is not an address or a range of addresses')
    expect(page.calls.some(({ method }) => method === 'POST')).toBe(false)
  })

  it('keeps a key that is searched for out of the address', async () => {
    const page = await open([sample()], {
      'GET /api/token/search': () => ({
        body: granted({ items: [sample()], page: 1, page_size: 10, total: 1 }),
      }),
    })
    await page.user.type(screen.getByPlaceholderText('Search by key'), 'sk-abc')
    await waitFor(() => expect(page.calls.some(({ query }) => query.token === 'sk-abc')).toBe(true))
    expect(page.router.state.location.href).not.toContain('abc')
  })
})
