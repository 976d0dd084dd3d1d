import { waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Token } from '#contract/tokens.ts'
import { setLanguage } from '../../lib/i18n.ts'
import { rememberUser } from '../../lib/session.ts'
import { granted } from '../../testing/answer-calls.ts'
import { inEachLanguage } from '../../testing/languages.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { sampleUser } from '../../testing/sample-user.ts'
import { screen, within } from '../../testing/screen.ts'
import { sampleToken, serveTokens } from '../../testing/token-server.ts'
import { TokensPage } from './tokens-page.tsx'

const prices = () => {
  const model = {
    ...{ model_name: 'house-model', quota_type: 0, model_ratio: 1, model_price: 0, owner_by: '', mark: '' },
    ...{
      completion_ratio: 1,
      cache_ratio: 1,
      cache_creation_ratio: 1,
      cache_creation_hour_ratio: 1,
      image_ratio: 1,
      image_completion_ratio: 1,
      audio_ratio: 1,
      audio_completion_ratio: 1,
    },
    ...{ price_steps: [], enable_groups: ['default', 'vip'], priced: true, supported_endpoint_types: ['openai'] },
  }
  const supported_endpoint = { openai: { path: '/v1/chat/completions', method: 'POST' } }
  return { body: granted([model], { group_ratio: {}, usable_group: {}, accepts_unpriced: true, supported_endpoint }) }
}

const open = async (rows: Token[], path = '/token') => {
  const server = serveTokens(rows, { 'GET /api/pricing': prices })
  const page = await renderPage(<TokensPage />, { path, areas: ['tokens'] })
  await waitFor(() => expect(document.querySelector('[data-row]')).toBeTruthy())
  return { ...page, ...server }
}

const many = (count: number) =>
  Array.from({ length: count }, (_, index) => sampleToken({ id: index + 1, name: `token ${index + 1}` }))
const shownNames = () =>
  [...document.querySelectorAll<HTMLElement>('[data-row] [data-open]')].map(({ textContent }) => textContent)
const changesOf = ({ calls }: Awaited<ReturnType<typeof open>>) =>
  calls.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => ({ method, path, body }))

const chooseFromMenu = async ({ user }: Awaited<ReturnType<typeof open>>, name: string, action: string) => {
  await user.click(screen.getByRole('button', { name: `Actions for ${name}` }))
  await user.click(await screen.findByRole('menuitem', { name: action }))
}

beforeEach(() => rememberUser(sampleUser()))

describe('The tokens page', () => {
  it('warns that tokens are personal and shows what is left of each', async () => {
    await open([sampleToken(), sampleToken({ id: 2, name: 'empty', remain_quota: 0, used_quota: 0 })])
    expect(screen.getByText(/personal use only/)).toBeTruthy()
    expect(screen.getByText('$0.80 left of $1.00')).toBeTruthy()
    expect(screen.getByText('$0.00')).toBeTruthy()
    expect(screen.getAllByText('sk-abcd…ijkl')).toHaveLength(2)
  })

  it('is followed while its address says so: what is left of each is shown as it is used', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { user, router, kept } = await open([sampleToken()], '/token?live=on')
    expect(screen.getByText('$0.80 left of $1.00')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Live' }).getAttribute('aria-pressed')).toBe('true')
    kept.change([1], { remain_quota: 100_000, used_quota: 400_000 })
    await vi.advanceTimersByTimeAsync(5000)
    await screen.findByText('$0.20 left of $1.00')
    await user.click(screen.getByRole('button', { name: 'Live' }))
    expect(router.state.location.search).toEqual({})
    kept.change([1], { remain_quota: 400_000, used_quota: 100_000 })
    await vi.advanceTimersByTimeAsync(20_000)
    expect(screen.getByText('$0.20 left of $1.00')).toBeTruthy()
  })

  inEachLanguage('keeps a note with a token, which its page and the look beside the list show', async () => {
    const page = await open([sampleToken({ note: 'Runs the build' })])
    await chooseFromMenu(page, 'laptop', 'Edit')
    const drawer = await screen.findByRole('dialog')
    const field = within(drawer).getByRole('textbox', { name: /^Note/ })
    await page.user.type(field, ' at night')
    await page.user.click(within(drawer).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(changesOf(page)).toHaveLength(1))
    expect(changesOf(page)[0]?.body).toEqual({ id: 1, note: 'Runs the build at night' })
  })

  it('begins with how long a replaced key stays, and asks before what was chosen is thrown away', async () => {
    const page = await open([sampleToken()])
    await chooseFromMenu(page, 'laptop', 'Replace key')
    const dialog = await screen.findByRole('dialog')
    await waitFor(() => expect(document.activeElement).toBe(within(dialog).getByRole('combobox')))
    await page.user.keyboard('{ArrowDown}')
    await page.user.click(await screen.findByRole('option', { name: 'Works for one more day' }))
    await page.user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await page.user.click(await screen.findByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(changesOf(page)).toEqual([])
  })

  it('makes one call per token and then shows code with the key of the first', async () => {
    const page = await open([sampleToken()])
    await page.user.click(screen.getByRole('button', { name: 'Create token' }))
    const drawer = await screen.findByRole('dialog')
    await page.user.type(within(drawer).getByRole('textbox', { name: /^Name/ }), 'team')
    await page.user.click(within(drawer).getByRole('button', { name: '10' }))
    await page.user.click(within(drawer).getByRole('button', { name: 'Create' }))
    expect(await screen.findByText('10 new tokens')).toBeTruthy()
    expect(await screen.findByText(/Authorization: Bearer sk-secret2"/)).toBeTruthy()
    const names = page.kept.rows().map(({ name }) => name)
    expect(names.slice(-2)).toEqual(['team', 'laptop'])
    for (const name of names.slice(0, 9)) expect(name).toMatch(/^team-[A-Za-z0-9]{6}$/)
  })

  inEachLanguage(
    'shows the code of an older token without calling it ready, and says that it cannot be used',
    async () => {
      const page = await open([sampleToken({ status: 2 })])
      await chooseFromMenu(page, 'laptop', 'Code examples')
      const dialog = await screen.findByRole('dialog', { name: 'Code examples' })
      within(dialog).getByText('Disabled')
      expect(screen.queryByText('Your new token')).toBeNull()
    },
  )

  inEachLanguage('sends changed quota with the quota the form was loaded with', async () => {
    const page = await open([sampleToken()])
    page.kept.change([1], { remain_quota: 300_000 })
    await chooseFromMenu(page, 'laptop', 'Edit')
    const drawer = await screen.findByRole('dialog')
    await page.user.click(await within(drawer).findByRole('button', { name: '$10' }))
    await page.user.click(within(drawer).getByRole('button', { name: 'Save' }))
    await screen.findByText('Token updated')
    expect(changesOf(page)).toMatchObject([{ body: { id: 1, remain_quota: 5_000_000, remain_quota_before: 300_000 } }])
  })

  inEachLanguage('switches a token, says which, and takes it back', async () => {
    const page = await open([sampleToken()])
    await chooseFromMenu(page, 'laptop', 'Disable')
    await screen.findByText('“laptop” disabled')
    expect(page.kept.one(1).status).toBe(2)
    expect(screen.getByText('Disabled')).toBeTruthy()
    await page.user.click(screen.getByRole('button', { name: 'Undo' }))
    await screen.findByText('“laptop” enabled')
    expect(page.kept.one(1).status).toBe(1)
    expect(screen.getByText('Enabled')).toBeTruthy()
  })

  it('says why a token was not switched, nothing else, and shows it as it is', async () => {
    const page = await open([sampleToken({ status: 4, remain_quota: 0 })])
    await chooseFromMenu(page, 'laptop', 'Enable')
    await screen.findByText('The token has no quota left: raise its quota first')
    await waitFor(() => expect(screen.getByText('Quota used up')).toBeTruthy())
    expect(screen.queryByText('“laptop” enabled')).toBeNull()
  })

  it('shows a token that was not switched as it is though nothing can be asked again', async () => {
    const page = await open([sampleToken({ status: 4, remain_quota: 0 })])
    const answering = fetch
    vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) =>
      (init.method ?? 'GET') === 'GET' ? new Promise(() => {}) : answering(url, init),
    )
    await chooseFromMenu(page, 'laptop', 'Enable')
    await screen.findByText('The token has no quota left: raise its quota first')
    expect(screen.getByText('Quota used up')).toBeTruthy()
  })

  inEachLanguage('copies the keys of what is selected', async () => {
    const written: string[] = []
    const page = await open([sampleToken(), sampleToken({ id: 2, name: 'phone', key: 'zzz' })])
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => {
      written.push(text)
    })
    await page.user.click(screen.getByRole('button', { name: 'Copy selected tokens' }))
    await screen.findByText('Select at least one token')
    await page.user.click(screen.getByRole('checkbox', { name: 'Select all rows of this page' }))
    await page.user.click(screen.getByRole('button', { name: 'Copy selected tokens' }))
    await screen.findByText('2 keys copied')
    expect(written).toEqual(['sk-zzz\nsk-abcdefghijkl'])
  })

  inEachLanguage('shows keys to be copied by hand where the browser does not allow more', async () => {
    const page = await open([sampleToken()])
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'))
    await chooseFromMenu(page, 'laptop', 'Copy key')
    await screen.findByText('The browser blocked the clipboard. Select the text and copy it.')
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Copy manually' }).value).toBe('sk-abcdefghijkl')
    await page.user.click(screen.getByRole('button', { name: 'Close' }))
  })

  inEachLanguage('deletes a token after asking, and goes on to the next row', async () => {
    const page = await open(many(3))
    await chooseFromMenu(page, 'token 2', 'Delete')
    const question = within(await screen.findByRole('alertdialog', { name: 'Delete token “token 2”?' }))
    await page.user.click(question.getByRole('button', { name: 'Delete' }))
    await screen.findByText('“token 2” deleted')
    await waitFor(() => expect(shownNames()).toEqual(['token 3', 'token 1']))
    await waitFor(() => expect(document.activeElement?.textContent).toBe('token 1'))
  })

  it('tells row by row what could not be done with several, and leaves those selected', async () => {
    const page = await open([...many(2), sampleToken({ id: 3, name: 'empty', remain_quota: 0, status: 2 })])
    page.kept.change([1, 2], { status: 2 })
    await page.user.click(screen.getByRole('button', { name: 'Refresh' }))
    await waitFor(() => expect(screen.getAllByText('Disabled')).toHaveLength(3))
    await page.user.click(screen.getByRole('checkbox', { name: 'Select all rows of this page' }))
    await page.user.click(await screen.findByRole('button', { name: 'Enable' }))
    await screen.findByText('2 tokens enabled')
    await screen.findByText(/^1 of 3 could not be done\s+empty: The token has no quota left/)
    await screen.findByText('1 selected')
    expect(page.kept.rows().map(({ status }) => status)).toEqual([1, 1, 2])
  })

  it('tells them in a language that the server does not speak too', async () => {
    const page = await open([...many(2), sampleToken({ id: 3, name: 'empty', remain_quota: 0, status: 2 })])
    page.kept.change([1, 2], { status: 2 })
    await page.user.click(screen.getByRole('button', { name: 'Refresh' }))
    await page.user.click(screen.getByRole('checkbox', { name: 'Select all rows of this page' }))
    const enable = await screen.findByRole('button', { name: 'Enable' })
    await setLanguage('ja')
    await page.user.click(enable)
    const said = 'empty: APIトークンのクォータが残っていません。先にクォータを増やしてください'
    await waitFor(() => expect(document.body.textContent).toContain(said))
  })

  it('does with all that match what is asked, except with those that were taken out again', async () => {
    const page = await open(many(25))
    await page.user.click(screen.getByRole('checkbox', { name: 'Select all rows of this page' }))
    await page.user.click(await screen.findByRole('button', { name: 'Select all 25 that match' }))
    await page.user.click(screen.getByRole('checkbox', { name: 'Select row token 20' }))
    await screen.findByText('24 selected, 15 of them on other pages')
    await page.user.click(screen.getByRole('button', { name: 'Disable' }))
    await screen.findByText('24 tokens disabled')
    expect(page.kept.rows().flatMap(({ id, status }) => (status === 1 ? [id] : []))).toEqual([20])
    await waitFor(() => expect(screen.queryByText(/^24 selected/)).toBeNull())
  })

  inEachLanguage('tells how many of those that are selected are out of sight, on other pages', async () => {
    const { user } = await open(many(15))
    const first = shownNames()[0]
    await user.click(screen.getByRole('checkbox', { name: `Select row ${first}` }))
    await screen.findByText('1 selected')
    await user.click(screen.getByRole('button', { name: 'Next page' }))
    await waitFor(() => expect(shownNames()).toHaveLength(5))
    await screen.findByText('1 selected, 1 of them on another page')
    await user.click(screen.getByRole('checkbox', { name: 'Select all rows of this page' }))
    await screen.findByText('6 selected, 1 of them on another page')
    await user.click(screen.getByRole('button', { name: 'Previous page' }))
    await waitFor(() => expect(shownNames()[0]).toBe(first))
    await screen.findByText('6 selected, 5 of them on other pages')
  })

  it('counts no token as selected that its own menu deleted', async () => {
    const page = await open(many(3))
    await page.user.click(screen.getByRole('checkbox', { name: 'Select row token 2' }))
    await page.user.click(screen.getByRole('checkbox', { name: 'Select row token 3' }))
    await screen.findByText('2 selected')
    await chooseFromMenu(page, 'token 2', 'Delete')
    await page.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
    await screen.findByText('“token 2” deleted')
    await screen.findByText('1 selected')
  })

  it('ends a selection with the filters it was made in', async () => {
    const page = await open(many(3))
    await page.user.click(screen.getByRole('checkbox', { name: 'Select row token 2' }))
    await screen.findByText('1 selected')
    await page.user.type(screen.getByPlaceholderText('Search by name'), 'token 1')
    await waitFor(() => expect(shownNames()).toEqual(['token 1']))
    expect(screen.queryByText('1 selected')).toBeNull()
  })

  it('is narrowed by status and group, also by what a cell holds', async () => {
    const { user, router } = await open([
      sampleToken({ name: 'first' }),
      sampleToken({ id: 2, name: 'second', status: 2, group: 'vip' }),
      sampleToken({ id: 3, name: 'third', status: 2 }),
    ])
    await user.click(screen.getAllByRole('button', { name: 'Only Status: Disabled' })[0] ?? document.body)
    await waitFor(() => expect(shownNames()).toEqual(['third', 'second']))
    await user.click(screen.getByRole('button', { name: 'Only Group: vip' }))
    await waitFor(() => expect(shownNames()).toEqual(['second']))
    expect(router.state.location.search).toEqual({ status: '2', group: 'vip' })
    await user.click(screen.getByRole('button', { name: 'Clear Group' }))
    await user.click(await screen.findByRole('button', { name: 'Only Group: Account group' }))
    await waitFor(() => expect(shownNames()).toEqual(['third']))
    expect(router.state.location.search).toEqual({ status: '2', own_group: 'true' })
  })

  it('is ordered by the server, and says by what', async () => {
    const rows = many(12).map((token) => ({ ...token, remain_quota: (token.id * 5) % 12, used_quota: 12 - token.id }))
    const page = await open(rows)
    const head = screen.getByRole('columnheader', { name: 'Quota / used' })
    const byQuota = within(head).getByRole('button', { name: 'Quota' })
    await page.user.click(byQuota)
    await waitFor(() => expect(shownNames().slice(0, 3)).toEqual(['token 12', 'token 5', 'token 10']))
    expect(head.getAttribute('aria-sort')).toBe('ascending')
    await page.user.click(byQuota)
    await waitFor(() => expect(shownNames().slice(0, 2)).toEqual(['token 7', 'token 2']))
    expect(page.router.state.location.search).toMatchObject({ sort: 'remain_quota', direction: 'desc' })
    await page.user.click(within(head).getByRole('button', { name: 'used' }))
    await waitFor(() => expect(shownNames().slice(0, 2)).toEqual(['token 12', 'token 11']))
    expect(head.getAttribute('aria-sort')).toBe('ascending')
    expect(page.router.state.location.search).toMatchObject({ sort: 'used_quota', direction: 'asc' })
  })

  it('goes to the last page where the address asks for one behind it', async () => {
    const page = await open(many(12), '/token?page=9&sort=unknown')
    await waitFor(() => expect(shownNames()).toEqual(['token 2', 'token 1']))
    expect(page.router.state.location.search).toMatchObject({ page: '2' })
  })

  inEachLanguage('looks into a row, and goes on to the next with J', async () => {
    const page = await open(many(3))
    expect(screen.getByRole('link', { name: 'token 3' }).getAttribute('href')).toBe('/token/3')
    await page.user.keyboard('jp')
    await screen.findByRole('dialog', { name: 'token 3' })
    await page.user.keyboard('j')
    const dialog = within(await screen.findByRole('dialog', { name: 'token 2' }))
    expect(dialog.getByRole('link', { name: 'Open page' }).getAttribute('href')).toBe('/token/2')
    await page.user.click(dialog.getByRole('button', { name: 'Disable' }))
    await screen.findByText('“token 2” disabled')
    expect(page.kept.one(2).status).toBe(2)
  })

  it('is walked through and changed by keys', async () => {
    const page = await open(many(3))
    await page.user.keyboard('jj')
    expect(document.activeElement?.textContent).toBe('token 2')
    await page.user.keyboard('x')
    await screen.findByText('1 selected')
    page.kept.add(sampleToken({ id: 9, name: 'made elsewhere' }))
    await page.user.keyboard('r')
    await screen.findByText('made elsewhere')
    await page.user.keyboard('e')
    expect(within(await screen.findByRole('dialog')).getByDisplayValue('token 2')).toBeTruthy()
  })

  it('is turned over by keys, and not past its ends', async () => {
    const page = await open(many(12))
    const isAt = (range: string) => screen.findByText(`${range} of 12`)
    await page.user.keyboard('[[')
    await isAt('1–10')
    await page.user.keyboard(']')
    await isAt('11–12')
    await page.user.keyboard(']')
    await isAt('11–12')
    await page.user.keyboard('[[')
    await isAt('1–10')
  })

  it('asks before the name of a view is thrown away', async () => {
    const { user } = await open([sampleToken()])
    await user.click(screen.getByRole('button', { name: 'Views' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Save this view…' }))
    const dialog = await screen.findByRole('dialog')
    await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'mine')
    await user.keyboard('{Escape}')
    await user.click(await screen.findByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('opens a saved view, and tells what of it is no longer there', async () => {
    const view = {
      name: 'mine',
      filters: { keyword: 'token 1', s: 'on' },
      order: { id: 'remain_quota', direction: 'asc' },
      hidden: ['group', 'c'],
      dense: true,
    }
    localStorage.setItem('tokens-views', JSON.stringify([view]))
    const page = await open(many(11))
    await page.user.click(screen.getByRole('button', { name: 'Views' }))
    await page.user.click(await screen.findByRole('menuitem', { name: 'mine' }))
    await screen.findByText('2 parts of the view “mine” are no longer there and were left out: s, c')
    await waitFor(() => expect(shownNames()).toEqual(['token 11', 'token 10', 'token 1'].reverse()))
    expect(screen.queryByRole('columnheader', { name: 'Group' })).toBeNull()
    localStorage.clear()
  })

  it('tells in the address what a view shows, and offers to save only what is not saved yet', async () => {
    const view = { name: 'mine', filters: { keyword: 'token 1' }, hidden: ['group'], dense: false, size: 20 }
    localStorage.setItem('tokens-views', JSON.stringify([view]))
    const page = await open(many(11))
    const openViews = async () => {
      await page.user.click(screen.getByRole('button', { name: 'Views' }))
      return screen.findByRole('menuitem', { name: 'mine' })
    }
    const mine = await openViews()
    expect(screen.getByRole('menuitem', { name: 'Save this view…' })).toBeTruthy()
    await page.user.click(mine)
    await waitFor(() =>
      expect(page.router.state.location.search).toEqual({ keyword: 'token 1', hidden: 'group', size: '20' }),
    )
    await openViews()
    expect(screen.queryByRole('menuitem', { name: 'Save this view…' })).toBeNull()
    localStorage.clear()
  })

  it('shows the columns that the address tells, whatever is kept here', async () => {
    await open(many(1), '/token?hidden=group,expired_time')
    expect(screen.queryByRole('columnheader', { name: 'Group' })).toBeNull()
    expect(screen.getByRole('columnheader', { name: /^Name/ })).toBeTruthy()
  })

  inEachLanguage('names what is wrong with new tokens', async () => {
    const { user } = await open([sampleToken()])
    await user.click(screen.getByRole('button', { name: 'Create token' }))
    const drawer = within(await screen.findByRole('dialog'))
    await user.clear(drawer.getByRole('textbox', { name: 'Number to create' }))
    await user.click(drawer.getByRole('button', { name: 'One day' }))
    await user.clear(drawer.getByLabelText('Expires'))
    await user.click(drawer.getByRole('button', { name: 'Create' }))
    await drawer.findByText('Enter a name')
    await drawer.findByText('Enter a valid date and time')
    await drawer.findByText('Must be a whole number of at least 1')
  })

  it('shows an address and a range as they may be written', async () => {
    const page = await open([sampleToken()])
    await page.user.click(screen.getByRole('button', { name: 'Create token' }))
    const drawer = within(await screen.findByRole('dialog'))
    const field = drawer.getByRole<HTMLTextAreaElement>('textbox', { name: 'IP allowlist' })
    const example = field.placeholder
    expect(example.split('\n')).toEqual([expect.stringMatching(/^[\d.]+$/), expect.stringMatching(/^[\d.]+\/\d+$/)])
    await page.user.type(drawer.getByRole('textbox', { name: /^Name/ }), 'team')
    await page.user.type(field, example)
    await page.user.click(drawer.getByRole('button', { name: 'Create' }))
    await waitFor(() => expect(changesOf(page)[0]?.body).toMatchObject({ allow_ips: example }))
  })

  it('names the line that is no address before it sends anything', async () => {
    const page = await open([sampleToken()])
    await page.user.click(screen.getByRole('button', { name: 'Create token' }))
    const drawer = within(await screen.findByRole('dialog'))
    await page.user.type(drawer.getByRole('textbox', { name: /^Name/ }), 'team')
    await page.user.type(drawer.getByRole('textbox', { name: 'IP allowlist' }), '10.0.0.1\nmy house')
    await page.user.click(drawer.getByRole('button', { name: 'Create' }))
    await screen.findByText('“my house” is not a valid IP address or range')
    expect(page.calls.some(({ method }) => method === 'POST')).toBe(false)
  })

  it('keeps a key that is searched for out of the address', async () => {
    const page = await open([sampleToken(), sampleToken({ id: 2, name: 'phone', key: 'zzz' })])
    await page.user.type(screen.getByPlaceholderText('Search by key'), 'sk-abc')
    await waitFor(() => expect(shownNames()).toEqual(['laptop']))
    expect(page.router.state.location.href).not.toContain('abc')
    await page.user.click(screen.getByRole('button', { name: 'Clear filters' }))
    await waitFor(() => expect(shownNames()).toEqual(['phone', 'laptop']))
  })
})
