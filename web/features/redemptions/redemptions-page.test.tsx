import { waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { ListedRedemption } from '#contract/redemptions.ts'
import { rememberUser } from '../../lib/session.ts'
import { answerCalls, granted, refused } from '../../testing/answer-calls.ts'
import { inEachLanguage } from '../../testing/languages.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { sampleUser } from '../../testing/sample-user.ts'
import { screen, within } from '../../testing/screen.ts'
import { RedemptionsPage } from './redemptions-page.tsx'

const sample = (changes: Partial<ListedRedemption> = {}): ListedRedemption => ({
  id: 1,
  name: 'spring',
  key: '0123456789abcdef0123456789abcdef',
  status: 1,
  quota: 100_000,
  is_gift: false,
  max_uses: -1,
  used_count: 0,
  used_user_id: 0,
  valid_from: 0,
  valid_until: 0,
  created_time: 1_700_000_000,
  redeemed_time: 0,
  ...changes,
})

const open = async (rows: ListedRedemption[], others: Parameters<typeof answerCalls>[0] = {}) => {
  const calls = answerCalls({
    'GET /api/redemption/': () => ({ body: granted({ items: rows, page: 1, page_size: 10, total: rows.length }) }),
    ...others,
  })
  const page = await renderPage(<RedemptionsPage />, { areas: ['redemptions', 'lists'] })
  await screen.findByText(rows[0]?.name ?? 'Nothing here yet')
  return { ...page, calls }
}
type Opened = Awaited<ReturnType<typeof open>>

const openMenu = ({ user }: Opened, name: string) =>
  user.click(screen.getByRole('button', { name: `Actions for ${name}` }))

beforeEach(() => rememberUser(sampleUser({ role: 10 })))

describe('The redemption page', () => {
  it('shows what a code is worth, how often it was used, and by whom', async () => {
    await open([
      sample(),
      sample({ id: 2, name: 'gift', is_gift: true, max_uses: 5, used_count: 2 }),
      sample({ id: 3, name: 'old', status: 3, used_count: 1, used_user_id: 42, used_user_name: 'ada' }),
      sample({ id: 4, name: 'older', status: 3, used_count: 1, used_user_id: 43, used_user_name: '' }),
    ])
    expect(screen.getAllByText('$0.20')).toHaveLength(4)
    expect(screen.getAllByText('012345…cdef')).toHaveLength(4)
    expect(screen.getByText('2/5')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'ada' }).getAttribute('href')).toBe('/user/42')
    expect(screen.getByText('User 43 (deleted)').closest('a')).toBeNull()
    expect(screen.getAllByText('Used', { selector: 'span' })).toHaveLength(2)
  })

  inEachLanguage('makes codes and then shows them to be copied', async () => {
    const page = await open([sample()], { 'POST /api/redemption/': () => ({ body: granted(['one', 'two']) }) })
    const written: string[] = []
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => {
      written.push(text)
    })
    await page.user.click(screen.getByRole('button', { name: 'Create codes' }))
    const drawer = await screen.findByRole('dialog')
    await page.user.click(within(drawer).getByRole('button', { name: '$10' }))
    await page.user.click(within(drawer).getByRole('button', { name: 'Create' }))
    await screen.findByText('Redemption code created')
    await screen.findByText('2 new codes')
    await page.user.click(screen.getByRole('button', { name: 'Copy all' }))
    await waitFor(() => expect(written).toEqual(['one\ntwo']))
    expect(page.calls.find(({ method }) => method === 'POST')?.body).toMatchObject({
      name: '$10.00',
      quota: 5_000_000,
      count: 1,
      is_gift: false,
    })
  })

  it('speaks of a single code as of one', async () => {
    const page = await open([sample()], { 'POST /api/redemption/': () => ({ body: granted(['one']) }) })
    await page.user.click(screen.getByRole('button', { name: 'Create codes' }))
    const drawer = within(await screen.findByRole('dialog'))
    await page.user.click(drawer.getByRole('button', { name: '$10' }))
    await page.user.click(drawer.getByRole('button', { name: 'Create' }))
    const made = within(await screen.findByRole('dialog', { name: 'Your new code' }))
    made.getByText('Copy it now or any time from the list.')
    made.getByRole('button', { name: 'Copy code' })
  })

  inEachLanguage('names what is wrong with new codes', async () => {
    const { user } = await open([sample()])
    await user.click(screen.getByRole('button', { name: 'Create codes' }))
    const drawer = within(await screen.findByRole('dialog'))
    await user.type(drawer.getByRole('textbox', { name: /^Name/ }), 'one letter too many!!')
    await user.type(drawer.getByRole('textbox', { name: 'Number to create' }), '01')
    await user.click(drawer.getByRole('button', { name: 'Create' }))
    await drawer.findByText('The name may have at most 20 characters')
    await drawer.findByText('At most 100 codes per batch')
  })

  it('is narrowed to a batch by its name, which is typed where there are many', async () => {
    const batches = Array.from({ length: 30 }, (_, place) => ({
      ...{ id: 100 + place, name: place === 7 ? 'autumn' : 'spring', created_time: 1, creator_id: 1, creator_name: '' },
      ...{ count: 1, used: 0, disabled: 0, expired: 0, remaining: 1, quota: 1 },
    }))
    const { calls, user } = await open([sample()], {
      'GET /api/redemption/batch': () => ({ body: granted({ items: batches, page: 1, page_size: 100, total: 30 }) }),
    })
    await user.click(screen.getByRole('button', { name: 'More filters' }))
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Batch' }).tagName).toBe('INPUT'))
    await user.type(screen.getByRole('combobox', { name: 'Batch' }), 'autumn')
    await user.click(await screen.findByRole('option', { name: 'autumn #107' }))
    await waitFor(() => expect(calls.some(({ query }) => query.batch === '107')).toBe(true))
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Batch' })).toHaveProperty('value', 'autumn #107'))
  })

  it('asks for the uses of gifts only', async () => {
    const page = await open([sample()])
    await page.user.click(screen.getByRole('button', { name: 'Create codes' }))
    const drawer = await screen.findByRole('dialog')
    expect(within(drawer).queryByLabelText(/Maximum uses/)).toBeNull()
    await page.user.click(within(drawer).getByRole('switch'))
    expect(within(drawer).getByLabelText(/Maximum uses/)).toBeTruthy()
  })

  inEachLanguage('edits an unused code, and no other', async () => {
    const page = await open([sample(), sample({ id: 2, name: 'off', status: 2 })], {
      'GET /api/redemption/1': () => ({ body: granted(sample({ quota: 7 })) }),
      'PUT /api/redemption/': () => ({ body: granted(sample()) }),
    })
    await openMenu(page, 'off')
    expect((await screen.findByRole('menuitem', { name: /^Edit/ })).getAttribute('aria-disabled')).toBe('true')
    await page.user.keyboard('{Escape}')
    await openMenu(page, 'spring')
    await page.user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
    const drawer = await screen.findByRole('dialog')
    expect(within(drawer).queryByRole('switch')).toBeNull()
    await page.user.click(within(drawer).getByRole('button', { name: '$1' }))
    await page.user.click(within(drawer).getByRole('button', { name: 'Save' }))
    await screen.findByText('Redemption code updated')
    expect(page.calls.find(({ method }) => method === 'PUT')?.body).toEqual({ id: 1, quota: 500_000 })
    expect(page.router.state.location.pathname).toBe('/redemption')
  })

  it('switches a code at once, and back when the server refuses; a used one cannot be switched', async () => {
    const page = await open([sample({ status: 2 }), sample({ id: 2, name: 'old', status: 3 })], {
      'PUT /api/redemption/': () => ({
        body: refused('This code has been used and can no longer be enabled or disabled'),
      }),
    })
    await openMenu(page, 'old')
    expect((await screen.findByRole('menuitem', { name: /Enable/ })).getAttribute('aria-disabled')).toBe('true')
    await page.user.keyboard('{Escape}')
    await openMenu(page, 'spring')
    await page.user.click(await screen.findByRole('menuitem', { name: 'Enable' }))
    await screen.findByText('This code has been used and can no longer be enabled or disabled')
    await waitFor(() => expect(screen.getByText('Disabled')).toBeTruthy())
    expect(page.calls.find(({ method }) => method === 'PUT')).toMatchObject({
      query: { status_only: 'true' },
      body: { id: 1, status: 1 },
    })
  })

  inEachLanguage('deletes a code after asking', async () => {
    const page = await open([sample()], { 'DELETE /api/redemption/1': () => ({ body: granted(null) }) })
    await openMenu(page, 'spring')
    await page.user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    await page.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
    await screen.findByText('“spring” deleted')
    expect(page.calls.some(({ method, path }) => method === 'DELETE' && path === '/api/redemption/1')).toBe(true)
  })

  it('disables what is selected after asking', async () => {
    const page = await open([sample(), sample({ id: 2, name: 'other' })], {
      'PUT /api/redemption/batch-disable': () => ({ body: granted(2) }),
    })
    await page.user.click(screen.getByRole('checkbox', { name: 'Select all rows of this page' }))
    await page.user.click(screen.getByRole('button', { name: 'Disable' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Disable 2 selected codes?' }))
    await page.user.click(question.getByRole('button', { name: 'Disable' }))
    await screen.findByText('2 codes disabled')
    expect(page.calls.find(({ method }) => method === 'PUT')?.body).toEqual({ ids: [1, 2] })
  })

  inEachLanguage('takes back what was disabled in one call, and enables what is selected', async () => {
    const rows = [sample(), sample({ id: 2, name: 'other' })]
    const switched = (status: number) => () => {
      for (const row of rows) row.status = status
      return { body: granted(2) }
    }
    const page = await open(rows, {
      'PUT /api/redemption/batch-disable': switched(2),
      'PUT /api/redemption/batch-enable': switched(1),
    })
    await page.user.click(screen.getByRole('checkbox', { name: 'Select all rows of this page' }))
    await page.user.click(screen.getByRole('button', { name: 'Disable' }))
    await page.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Disable' }))
    await page.user.click(await screen.findByRole('button', { name: 'Undo' }))
    await screen.findByText('2 codes enabled')
    const changes = page.calls.filter(({ method }) => method === 'PUT')
    expect(changes.map(({ path, body }) => [path, body])).toEqual([
      ['/api/redemption/batch-disable', { ids: [1, 2] }],
      ['/api/redemption/batch-enable', { ids: [1, 2] }],
    ])
    await waitFor(() => expect(screen.queryByText('Disabled')).toBeNull())
  })

  it('tells how many codes were disabled when some were no longer unused', async () => {
    const page = await open([sample(), sample({ id: 2, name: 'other' })], {
      'PUT /api/redemption/batch-disable': () => ({ body: granted(1) }),
    })
    await page.user.click(screen.getByRole('checkbox', { name: 'Select all rows of this page' }))
    await page.user.click(screen.getByRole('button', { name: 'Disable' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Disable 2 selected codes?' }))
    await page.user.click(question.getByRole('button', { name: 'Disable' }))
    await screen.findByText('1 code disabled')
  })

  it('deletes by name after telling how many, and says when there is none', async () => {
    let count = 0
    const page = await open([sample()], {
      'GET /api/redemption/count-by-name': () => ({ body: granted(count) }),
      'DELETE /api/redemption/delete-by-name': () => ({ body: granted(3) }),
    })
    await page.user.click(screen.getByRole('button', { name: 'Delete by name' }))
    const dialog = await screen.findByRole('dialog')
    await page.user.click(within(dialog).getByRole('button', { name: 'Continue' }))
    await within(dialog).findByText('Enter a name')
    await page.user.type(within(dialog).getByRole('textbox', { name: /^Name/ }), 'spring')
    await page.user.click(within(dialog).getByRole('button', { name: 'Continue' }))
    await within(dialog).findByText('No code has this name')
    count = 3
    await page.user.click(within(dialog).getByRole('button', { name: 'Continue' }))
    await screen.findByText('Delete 3 codes with the name “spring”?')
    await page.user.type(screen.getByRole('textbox', { name: 'Type “spring” to confirm' }), 'spring{Enter}')
    await screen.findByText('3 codes deleted')
    expect(page.calls.find(({ method }) => method === 'DELETE')?.query).toEqual({ name: 'spring' })
  })

  it('asks before a name that was typed is thrown away', async () => {
    const page = await open([sample()])
    await page.user.click(screen.getByRole('button', { name: 'Delete by name' }))
    const dialog = await screen.findByRole('dialog')
    await page.user.type(within(dialog).getByRole('textbox', { name: /^Name/ }), 'spring')
    await page.user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await page.user.click(await screen.findByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('deletes disabled codes after asking', async () => {
    const page = await open([sample()], { 'DELETE /api/redemption/delete-disabled': () => ({ body: granted(1) }) })
    await page.user.click(screen.getByRole('checkbox', { name: 'Select all rows of this page' }))
    await screen.findByText('1 selected')
    await page.user.click(screen.getByRole('button', { name: 'Delete disabled' }))
    const question = within(await screen.findByRole('alertdialog'))
    question.getByText(/1 code is disabled\./)
    const action = question.getByRole<HTMLButtonElement>('button', { name: 'Delete' })
    expect(action.disabled).toBe(true)
    await page.user.type(question.getByRole('textbox', { name: 'Type “1” to confirm' }), '1')
    await page.user.click(action)
    await screen.findByText('1 code deleted')
    // Among those that were deleted may be any that was selected.
    await waitFor(() => expect(screen.queryByText('1 selected')).toBeNull())
  })

  inEachLanguage('of which none is disabled are not asked about, and nothing is deleted', async () => {
    const page = await open([])
    await page.user.click(screen.getByRole('button', { name: 'Delete disabled' }))
    await screen.findByText('No code is disabled')
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(page.calls.filter(({ method }) => method !== 'GET')).toEqual([])
  })

  it('says why the disabled codes could not be counted, and deletes nothing', async () => {
    const page = await open([sample()])
    answerCalls({ 'GET /api/redemption/': () => ({ body: refused('no') }) })
    await page.user.click(screen.getByRole('button', { name: 'Delete disabled' }))
    await screen.findByText('no')
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })
})
