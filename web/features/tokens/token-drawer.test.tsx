import { act, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { session } from '#contract/session.ts'
import type { Token } from '#contract/tokens.ts'
import { currentLanguage, setLanguage } from '../../lib/i18n.ts'
import { rememberUser } from '../../lib/session.ts'
import { type Answer, granted, refused } from '../../testing/answer-calls.ts'
import { on } from '../../testing/fake-server.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { sampleUser } from '../../testing/sample-user.ts'
import { screen, within } from '../../testing/screen.ts'
import { sampleToken, serveTokens } from '../../testing/token-server.ts'
import { TokensPage } from './tokens-page.tsx'

const update = 'PUT /api/token/'

const open = async (rows: Token[], path: string, saved: () => Answer) => {
  const server = serveTokens(rows, { [update]: saved })
  const page = await renderPage(<TokensPage />, { path, areas: ['tokens'] })
  const drawer = within(await screen.findByRole('dialog'))
  const save = () => page.user.click(drawer.getByRole('button', { name: 'Save' }))
  const sent = () => server.calls.filter(({ method }) => method === 'PUT').map(({ body }) => body)
  return { ...page, ...server, drawer, save, sent }
}

/** The answers to what is saved are on their way until somebody lets them come. */
const heldBack = () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const ask = globalThis.fetch
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    if (init.method === 'PUT') await promise
    return ask(input, init)
  })
  return resolve
}

beforeEach(() => rememberUser(sampleUser()))

describe('The form of a token', () => {
  it('sends nothing that nobody touched, also when calls were charged before it could be saved', async () => {
    let isRefused = true
    const page = await open([sampleToken()], '/token/edit/1', () => {
      if (!isRefused) return { body: granted(sampleToken()) }
      isRefused = false
      return { body: refused('This name is taken') }
    })
    await page.user.type(page.drawer.getByRole('textbox', { name: /^Name/ }), ' two')
    page.kept.change([1], { remain_quota: 100_000, used_quota: 400_000, group: 'vip' })
    await page.save()
    await screen.findByText('This name is taken')
    await screen.findByText('$0.20 left of $1.00')
    await page.user.type(page.drawer.getByRole('textbox', { name: /^Name/ }), '!')
    await page.save()
    await screen.findByText('Token updated')
    expect(page.sent()).toEqual([
      { id: 1, name: 'laptop two' },
      { id: 1, name: 'laptop two!' },
    ])
    expect(page.calls.filter(({ path }) => path === '/api/token/1')).toHaveLength(1)
  })

  it('begins the quota of a token that was unlimited at zero, whatever it took before', async () => {
    const spent = sampleToken({ unlimited_quota: true, remain_quota: -1_036_458 })
    const page = await open([spent], '/token/edit/1', () => ({ body: granted(spent) }))
    const quota = () => page.drawer.getByRole<HTMLInputElement>('textbox', { name: 'Quota' })
    const isUnlimited = page.drawer.getByRole('switch', { name: 'Unlimited quota' })
    expect(quota()).toMatchObject({ value: '', placeholder: 'Unlimited', disabled: true })
    await page.user.click(isUnlimited)
    expect(quota()).toMatchObject({ value: '0', disabled: false })
    // Nothing was changed of one that is unlimited again.
    await page.user.click(isUnlimited)
    await page.save()
    await screen.findByText('No changes to save')
    await page.user.click(isUnlimited)
    await page.save()
    await screen.findByText('Token updated')
    expect(page.sent()).toEqual([{ id: 1, unlimited_quota: false, remain_quota: 0, remain_quota_before: -1_036_458 }])
  })

  it('closes itself and no other when what was saved is there', async () => {
    const rows = [sampleToken(), sampleToken({ id: 2, name: 'phone' })]
    const page = await open(rows, '/token/edit/1', () => ({ body: granted(sampleToken()) }))
    const letCome = heldBack()
    await page.user.type(page.drawer.getByRole('textbox', { name: /^Name/ }), ' two')
    await page.save()
    await page.user.keyboard('{Escape}')
    await waitFor(() => expect(page.router.state.location.pathname).toBe('/token'))
    await page.router.navigate({ to: '/token/edit/$id', params: { id: '2' } })
    const other = within(await screen.findByRole('dialog'))
    await page.user.type(await other.findByRole('textbox', { name: /^Name/ }), ' of mine')
    letCome()
    await screen.findByText('Token updated')
    expect(page.router.state.location.pathname).toBe('/token/edit/2')
    expect(other.getByRole<HTMLInputElement>('textbox', { name: /^Name/ }).value).toBe('phone of mine')
  })

  it('brings nobody back who has gone on to another page', async () => {
    const page = await open([sampleToken()], '/token/edit/1', () => ({ body: granted(sampleToken()) }))
    const letCome = heldBack()
    await page.user.type(page.drawer.getByRole('textbox', { name: /^Name/ }), ' two')
    await page.save()
    await page.user.keyboard('{Escape}')
    await page.router.navigate({ to: '/log' })
    letCome()
    await screen.findByText('Token updated')
    expect(page.router.state.location.pathname).toBe('/log')
  })

  it('describes groups in the language that is spoken now', async () => {
    const described = () => ({ vip: { ratio: 0.8, desc: currentLanguage() === 'zh' ? '更便宜' : 'Cheaper' } })
    serveTokens([sampleToken()], on(session.groups, described))
    const page = await renderPage(<TokensPage />, { path: '/token/edit/1', areas: ['tokens'] })
    const drawer = await screen.findByRole('dialog')
    const openGroups = async () => {
      const group = await waitFor(() => drawer.querySelector('button[role=combobox]') ?? expect.fail('no groups'))
      await page.user.click(group)
    }
    const shown = (words: string) => waitFor(() => expect(document.body.textContent).toContain(words))
    await openGroups()
    await shown('Cheaper')
    await page.user.keyboard('{Escape}')
    await act(() => setLanguage('zh'))
    await openGroups()
    await shown('更便宜')
  })
})
